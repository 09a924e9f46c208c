// Names of default exports, and functions that are hoisted.
const sources = ['export default function () {}', 'export default class {}', 'export default () => {}', 'export default (class {})', 'export default (function named() {})', 'export default async function* () {}', 'export default class Named {}', 'const x = () => {}; export default x', 'export default class { static name = "own" }', 'export { f as default }; function f() {}'];
for (const source of sources) {
  const { default: value } = await import(`data:text/javascript,${source}`);
  console.log(value.name);
}
