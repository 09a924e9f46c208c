// A bundle with tree shaking, a plugin and a source map, in three formats.
import { rollup } from 'rollup';

const files = { main: 'import { used } from "lib"; export const answer = used(2); export { default as lazy } from "data";', lib: 'export const used = (n) => n * 21; export const unused = () => "shaken";', data: 'export default { a: 1 };' };
const plugin = { name: 'memory', resolveId: (id) => id in files ? id : null, load: (id) => files[id] };
const bundle = await rollup({ input: 'main', plugins: [plugin] });
for (const format of ['es', 'cjs', 'iife']) {
  const { output } = await bundle.generate({ format, name: 'lib', sourcemap: format === 'es' });
  console.log(format, output[0].code, output[0].map?.mappings, output[0].exports);
}
await bundle.close();
const error = await rollup({ input: 'none', plugins: [plugin] }).catch((error) => error);
console.log(error.code, error.message);
