// import() from CommonJS: namespaces, caching, errors, attributes, odd specifiers.
(async () => {
  const ns = await import('./fixtures/live.mjs');
  console.log(ns, ns === await import('./fixtures/live.mjs'), ns !== await import('./fixtures/live.mjs?x'));
  console.log(await import('./fixtures/values.cjs'));
  console.log(Object.keys(await import('./fixtures/literal.cjs')));
  console.log((await import('./fixtures/function.cjs')).default(), (await import('./fixtures/function.cjs')).extra);
  console.log((await import('./fixtures/data.json', { with: { type: 'json' } })).default);
  console.log((await import('node:events')).default === require('events'), (await import('events')).once === require('events').once);
  console.log(await import('data:text/javascript,export default 1; export const two = 2'));
  console.log((await import('data:application/json,{"a":1}', { with: { type: 'json' } })).default);
  console.log((await import(new URL('./fixtures/star_a.mjs', require('url').pathToFileURL(__filename)))).a);
  const failures = [
    () => import('./fixtures/nope.mjs'), () => import('./fixtures'), () => import('nope'), () => import('./fixtures/throws.mjs'),
    () => import('./fixtures/throws.mjs'), () => import('./fixtures/data.json'), () => import('./fixtures/live.mjs', { with: { type: 'json' } }),
    () => import('./fixtures/live.mjs', { with: { other: 'x' } }), () => import('./fixtures/live.mjs', 5), () => import({ toString() { throw new Error('toString'); } }),
    () => import('node:nope'), () => import('https://example.com/x.js'), () => import('./fixtures/broken.mjs'), () => import('data:text/plain,x'), () => import('./a%2fb.mjs'),
  ];
  for (const failure of failures) {
    try { await failure(); console.log('no error'); } catch (error) {
      console.log(error.name, error.code, error.code === undefined ? '' : error.message.replaceAll(__dirname, '.'));
    }
  }
})();
