// Hooks of modules, registered in either way, are those of their thread: a worker loads without them.
// @flags --no-warnings
import { register, registerHooks } from 'node:module';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

register('data:text/javascript,' + encodeURIComponent(`
  export const resolve = async (specifier, context, next) =>
    specifier === 'virtual:one' ? { url: specifier, shortCircuit: true } : next(specifier, context);
  export const load = async (url, context, next) =>
    url === 'virtual:one' ? { format: 'module', source: 'export default 1', shortCircuit: true } : next(url, context);`));
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'virtual:two' ? { url: specifier, shortCircuit: true } : next(specifier, context)),
  load: (url, context, next) => (url === 'virtual:two' ? { format: 'module', source: 'export default 2', shortCircuit: true } : next(url, context)),
});
for (const specifier of ['virtual:one', 'virtual:two']) {
  console.log((await import(specifier)).default);
  const worker = new Worker(`import(${JSON.stringify(specifier)}).then(({ default: it }) => console.log(it), (error) => console.log(error.code))`, { eval: true });
  await once(worker, 'exit');
}
