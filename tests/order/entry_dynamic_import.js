// A dynamic import from CommonJS is asynchronous: ticks of the script first, then the module, whose
// jobs come before its ticks.
process.nextTick(() => console.log('tick of script'));
import('./fixtures/module_one_of_each.mjs').then(({ name }) => {
  console.log('imported', name);
  process.nextTick(() => console.log('tick after import'));
});
console.log('script ends');
