// `crypto` in a text of the command line is the module; in files, on standard input and in threads it is the global of the web.
const { spawnSync } = require('child_process');

function run(args, input = '') {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { input, encoding: 'utf8' });
  console.log(JSON.stringify(args.at(-1)), stdout.trim(), stderr.split('\n').slice(0, 3).join('|'), status);
}

run(['-p', 'typeof crypto.createHash']);
run(['-p', 'crypto === require("crypto") && globalThis.crypto === crypto.webcrypto']);
run(['-e', 'console.log(typeof crypto.createHash, typeof globalThis.crypto.createHash)']);
run(['-e', 'var kept = 1; crypto; setImmediate(() => console.log(typeof globalThis.kept))']);
run(['-e', 'var kept = 1; setImmediate(() => console.log(typeof globalThis.kept))']);
run(['-p', 'const crypto = require("crypto"); typeof crypto.createHash']);
run(['-e', 'console.log(this === globalThis, module.exports === exports, process._eval, "crypto")']);
run(['-e', 'console.log(typeof crypto.createHash);\nthrow new Error("crypto")']);
run(['-p', 'crypto; throw new Error("x")']);
run(['--input-type=commonjs-typescript', '-e', 'const kind: string = typeof crypto.createHash; console.log(kind)']);
run(['--input-type=module', '-e', 'console.log(typeof crypto.createHash)']);
run(['-'], 'console.log(typeof crypto.createHash)');
run(['-e', 'new (require("worker_threads").Worker)("console.log(typeof crypto.createHash)", { eval: true })']);
console.log(typeof crypto.createHash);
