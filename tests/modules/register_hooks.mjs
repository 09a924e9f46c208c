// module.registerHooks: what hooks are given, in which order, what they may return, for import and for require.
import { createRequire, registerHooks } from 'node:module';

const require = createRequire(import.meta.url);
const here = import.meta.url.slice(0, import.meta.url.lastIndexOf('/'));
const shown = (value) => JSON.stringify(value)?.replaceAll(here, 'HERE');

async function attempt(name, run) {
  try {
    console.log(name, await run());
  } catch (error) {
    console.log(name, error.name, error.code, error.message.split('\n')[0].replaceAll(here, 'HERE'));
  }
}

// What they are given.
{
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      console.log('resolve', specifier, shown(context), nextResolve.length);
      if (specifier === 'virtual:x') return { url: 'virtual:x', shortCircuit: true, format: 'module' };
      const result = nextResolve(specifier, context);
      console.log('  is', shown(result));
      return result;
    },
    load(url, context, nextLoad) {
      console.log('load', url.replace(here, 'HERE'), shown(context), nextLoad.length);
      if (url === 'virtual:x') return { format: 'module', source: 'export default 42', shortCircuit: true };
      const result = nextLoad(url, context);
      console.log('  is', result.format, result.source?.constructor?.name, Object.keys(result).sort().join());
      return result;
    },
  });
  console.log((await import('virtual:x')).default);
  await import('./fixtures/hooks/root.mjs');
  console.log(require('./fixtures/hooks/outer.cjs'), require('./fixtures/hooks/data.json'));
  console.log(require('node:os') === (await import('os')).default);
  console.log(require.resolve('./fixtures/hooks/inner.cjs').endsWith('/inner.cjs'));
  hooks.deregister();
  console.log(hooks.deregister());
  await attempt('gone', () => import('virtual:y'));
}

// The last registered comes first, and what it hands on is what the next one gets.
{
  const chain = ['A', 'B', 'C'].map((name) => registerHooks({
    resolve(specifier, context, next) {
      console.log(name, 'resolve', specifier, context.said);
      return next(specifier, { ...context, said: name });
    },
    load: name === 'B' ? undefined : (url, context, next) => {
      console.log(name, 'load', url.slice(here.length), context.said);
      return next(url, { said: name });
    },
  }));
  await import('./fixtures/hooks/leaf.mjs?1');
  for (const hooks of chain) hooks.deregister();
}

// What a resolve hook may return.
const resolved = [
  1, {}, { url: 'file:///x' }, { url: 'not a url', shortCircuit: true }, { url: 'virtual:q', format: 5, shortCircuit: true },
  { url: 'virtual:q', importAttributes: 5, shortCircuit: true }, { url: 'virtual:q', shortCircuit: 'x' },
];
for (let i = 0; i < resolved.length; i++) {
  const hooks = registerHooks({ resolve: () => resolved[i] });
  await attempt(`import ${shown(resolved[i])}`, () => import(`zork${i}`));
  hooks.deregister();
}

// What a load hook may return.
const loaded = [
  1, {}, { format: 'module' }, { format: 'module', source: 1, shortCircuit: true }, { format: 'module', source: null, shortCircuit: true },
  { format: 'zork', source: '1', shortCircuit: true }, { source: 'export {}', shortCircuit: true },
  { format: 'commonjs', source: 'exports.a = __filename.slice(-6)', shortCircuit: true }, { format: 'json', source: '{"a":1}', shortCircuit: true },
  { format: 'builtin', shortCircuit: true },
  { format: 'module', source: new TextEncoder().encode('export default 3'), shortCircuit: true },
];
for (let i = 0; i < loaded.length; i++) {
  const hooks = registerHooks({
    resolve: (specifier) => ({ url: `${here}/${specifier.slice(5)}.mjs`, shortCircuit: true }),
    load: () => loaded[i],
  });
  await attempt(`import ${i}`, () => import(`virt:e${i}`));
  await attempt(`require ${i}`, () => require(`virt:r${i}`));
  hooks.deregister();
}

// A builtin replaced, errors of hooks, a source changed on its way.
{
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'os') return { url: 'virtual:os', format: 'module', shortCircuit: true };
      if (specifier === 'boom') throw new RangeError('boom!');
      return next(specifier, context);
    },
    load(url, context, next) {
      if (url === 'virtual:os') return { format: 'module', source: 'export const x = 1;', shortCircuit: true };
      const result = next(url, context);
      if (url.endsWith('changed.cjs')) return { ...result, source: `${result.source}; module.exports += '!'` };
      return result;
    },
  });
  console.log(await import('os'), require('os'));
  await attempt('import', () => import('boom'));
  await attempt('require', () => require('boom'));
  console.log(require('./fixtures/hooks/changed.cjs'));
  hooks.deregister();
}
for (const bad of [{ resolve: 1 }, { load: 'x' }]) await attempt('bad', () => registerHooks(bad));
