// A module with thousands of imports, each of its own module.
const count = 3000;
let source = '';
for (let i = 0; i < count; i++) source += `import { value as v${i} } from 'data:text/javascript,export const value = ${i}';\n`;
source += `export default ${Array.from({ length: count }, (_, i) => `v${i}`).join('+')};\n`;
const { default: sum } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
console.log(sum);
