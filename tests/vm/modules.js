// vm.SourceTextModule and vm.SyntheticModule.
// @flags --no-warnings --experimental-vm-modules
const vm = require('vm');
const { inspect } = require('util');

const told = async (call) => {
  try {
    console.log(inspect(await call()));
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};

async function main() {
  const answer = new vm.SyntheticModule(['x'], function() { this.setExport('x', 41); }, { identifier: 'answer' });
  const data = new vm.SyntheticModule(['default'], () => data.setExport('default', 'data'));
  const main = new vm.SourceTextModule(
    'import { x } from "a"; import j from "b" with { type: "json" }; export const y = x + 1; export default j; await 1;', { identifier: 'main' });
  console.log(main.status, main.identifier, main.context, main.dependencySpecifiers, main.moduleRequests);
  await told(() => main.namespace);
  await told(() => main.error);
  await told(() => main.evaluate());
  await main.link(async (specifier, referrer, { attributes }) => {
    console.log(specifier, referrer === main, attributes);
    return specifier === 'a' ? answer : data;
  });
  console.log(main.status, answer.status);
  await told(() => main.link(() => {}));
  console.log(await main.evaluate(), main.status, answer.status, main.namespace, main, main.hasTopLevelAwait());

  const bad = new vm.SourceTextModule('throw new TypeError("bad")');
  await bad.link(() => {});
  await told(() => bad.evaluate());
  console.log(bad.status, bad.error.message);
  for (const given of [5, undefined, bad]) {
    const module = new vm.SourceTextModule('import "q"');
    await told(() => module.link(() => given));
    console.log(module.status);
  }
  const missing = new vm.SourceTextModule('import { nope } from "q"');
  await told(() => missing.link(() => answer));
  for (const call of [
    () => new vm.SourceTextModule(5),
    () => new vm.SourceTextModule('', { identifier: 5 }),
    () => new vm.SourceTextModule('', { context: {} }),
    () => new vm.SourceTextModule('', { initializeImportMeta: 5 }),
    () => new vm.SyntheticModule(5),
    () => new vm.SyntheticModule(['a', 'a'], () => {}),
    () => new vm.Module(),
  ]) await told(call);

  const context = vm.createContext({ z: 9 });
  const inside = new vm.SourceTextModule('export const seen = z; export const o = Object; globalThis.w = 1;', { context });
  await inside.link(() => {});
  await inside.evaluate();
  console.log(inside.namespace.seen, inside.namespace.o === Object, context.w);

  const meta = new vm.SourceTextModule('export default [Object.keys(import.meta), import("here")]', {
    initializeImportMeta(object, module) { object.mine = module === meta; },
    importModuleDynamically: (specifier, referrer) => (referrer === meta && specifier === 'here' ? answer : undefined),
  });
  await meta.link(() => {});
  await meta.evaluate();
  console.log(meta.namespace.default[0], await meta.namespace.default[1]);
}
main();
