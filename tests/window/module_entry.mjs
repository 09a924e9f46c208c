// A module runs when the page is parsed: `document` is interactive, `this` is undefined, and what it declares is its own.
// @loop chrome firefox
// @output
//   interactive undefined undefined true
//   false
//   after await
//   DOMContentLoaded interactive
//   load complete
//   TypeError
console.log(document.readyState, this, typeof require, import.meta.url.endsWith('/module_entry.mjs'));
var own = 1;
console.log('own' in window);
addEventListener('DOMContentLoaded', () => console.log('DOMContentLoaded', document.readyState));
addEventListener('load', async () => {
  console.log('load', document.readyState);
  const failure = await import('node:fs').catch((error) => error);
  console.log(failure.constructor.name);
});
await null;
console.log('after await');
