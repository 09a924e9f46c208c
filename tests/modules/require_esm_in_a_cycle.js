// require() of an ES module whose graph leads back to what is running: nothing could be waited for, so it is refused.
for (const file of ['imports_the_main', 'one_further', 'running']) {
  try {
    console.log(require(`./fixtures/require_cycle/${file}.mjs`));
  } catch (error) {
    console.log(error.name, error.code, error.message.replaceAll(__dirname, '<here>'));
  }
}
// In its own time it is no cycle.
setImmediate(() => import('./fixtures/require_cycle/one_further.mjs').then(() => console.log('imported')));
