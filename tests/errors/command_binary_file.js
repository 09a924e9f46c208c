// Files that are no text: an error of the language, code 1, no crash.
const fs = require('node:fs');
const path = require('node:path');
const { run, temporary_folder } = require('./fixtures/run.js');
const folder = temporary_folder();
const bytes = Buffer.alloc(4096);
for (let i = 0; i < bytes.length; i += 1) bytes[i] = (i * 167 + 13) % 256;
const files = {
  'noise.js': bytes,
  'noise.mjs': bytes,
  'noise.ts': bytes,
  'noise.json': bytes,
  'zeros.js': Buffer.alloc(100),
  'invalid_utf8.js': Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x3b]),
  'elf.js': Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), bytes]),
};
for (const [name, content] of Object.entries(files)) {
  fs.writeFileSync(path.join(folder, name), content);
  const { status, signal, stdout, errors } = run([name], { cwd: folder });
  console.log(name, status, signal, JSON.stringify(stdout), errors.length > 0 ? errors[0].split(/[: ]/)[0] : 'no error');
}
