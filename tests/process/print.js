// --print: what the text gives is printed when the program is done, before its own listeners of `exit` run. A text that is
// an ES module has no value to print.
const { spawnSync } = require('child_process');
const texts = [
  '6 * 7', 'Promise.resolve().then(() => console.log(1)); 2', 'setTimeout(() => console.log(1), 5); 2',
  'process.on("exit", () => console.log("exit")); process.on("beforeExit", () => console.log("before")); 3',
  'const o = { a: 1 }; setImmediate(() => { o.a = 2; }); o', 'process.exit(4); 5', 'setImmediate(() => process.exit(4)); 5',
  'await 5', 'const x = await 5; x', 'import fs from "fs"; 5', 'export default 3', 'import.meta.url', 'let x: number = 5; x',
  'throw new Error("x")',
];
for (const text of texts) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-p', text]);
  console.log(text, '|', status, JSON.stringify(`${stdout}`), /^\w*Error.*$/m.exec(`${stderr}`)?.[0]);
}
