// module.register(): hooks on a thread of their own, with data, and what goes wrong in them.
// @flags --no-warnings
import { register } from 'node:module';

console.log(register('./fixtures/hooks_on_a_thread.mjs', import.meta.url, { data: { a: [1] } }));
console.log((await import('virtual:answer')).default);
console.log((await import('node:path')).sep);
for (const specifier of ['no:object', 'no:url', 'no:end', 'no:thing']) {
  try {
    await import(specifier);
  } catch (error) {
    console.log(error.name, error.code, error.message.replace(/file:\S*\//, ''));
  }
}
for (const call of [
  () => register('./missing.mjs', import.meta.url),
  () => register('data:text/javascript,throw new TypeError("x")'),
  () => register('data:text/javascript,export function initialize() { throw new Error("init"); }'),
  () => register('x:y'),
  () => register('./relative.mjs'),
]) {
  try {
    console.log(call());
  } catch (error) {
    console.log(error.name, error.code, error.message.replace(/'\/\S*\//g, "'").replace(/from \/\S*\//g, 'from '));
  }
}
