// A name that two `export *` give is no export; asking for it by name is an error.
import * as both from './fixtures/star_both.mjs';
console.log(Object.keys(both), both.a);
try { await import('data:text/javascript,import { a } from ' + JSON.stringify(new URL('./fixtures/star_both.mjs', import.meta.url).href)); } catch (error) {
  console.log(error.name, error.message.replace(/'file:[^']*'/, "'URL'"));
}
try { await import('data:text/javascript,import { missing } from ' + JSON.stringify(new URL('./fixtures/live.mjs', import.meta.url).href)); } catch (error) {
  console.log(error.name, error.message.replace(/'file:[^']*'/, "'URL'"));
}
try { await import('data:text/javascript,import { missing } from ' + JSON.stringify(new URL('./fixtures/function.cjs', import.meta.url).href)); } catch (error) {
  console.log(error.name, error.message.replaceAll(/'file:[^']*'/g, "'URL'"));
}
