// A syntax error in a required file can be caught.
try {
  require('./fixtures/bad_syntax.js');
} catch (error) {
  console.log(error instanceof SyntaxError, error.name);
}
(async () => {
  for (const name of ['./fixtures/bad_syntax.js', './fixtures/bad_syntax.mjs']) {
    try {
      await import(name);
    } catch (error) {
      console.log(name, error instanceof SyntaxError, error.name);
    }
  }
})();
