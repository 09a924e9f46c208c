// require() of ES modules: the namespace, default exports, top-level await refused, errors cached or not.
const live = require('./fixtures/live.mjs');
console.log(live);
console.log(live.count, live.increment(), live.count, live.__esModule, Object.keys(live));
console.log(require('./fixtures/live.mjs') === live, require('./fixtures/star_a.mjs'));
console.log(require('./fixtures/esm_package/index.js'));
try { require('./fixtures/tla.mjs'); } catch (error) { console.log(error.name, error.code, error.message.split('\n')[0]); }
for (let i = 0; i < 2; i++) {
  try { require('./fixtures/throws.mjs'); } catch (error) { console.log(error.message); }
}
try { require('./fixtures/broken.mjs'); } catch (error) { console.log(error.name); }
import('./fixtures/live.mjs').then((ns) => console.log(ns.count, ns === live, ns.default === live.default));
