// import() in code that is made of a text: it starts from the file that the text stands in.
const imported = new Function('specifier', 'return import(specifier)');
const evaluated = (specifier) => eval('import(specifier)');
const AsyncFunction = (async () => {}).constructor;
const awaited = new AsyncFunction('specifier', 'const found = await import(specifier); return found.sep;');

async function main() {
  console.log((await imported('node:path')).sep);
  console.log((await evaluated('node:os')).EOL === '\n');
  console.log(await awaited('path'));
  console.log(Object.keys(await imported('./fixtures/hooks_on_a_thread.mjs')).join());
  console.log(imported.length, imported.name, eval('1 + 1; // import'));
  await imported('./nothing.mjs').catch((error) => console.log(error.code));
}
main();
