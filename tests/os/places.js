// @env HOME=/somewhere/else
// Home and temporary directory follow the environment, also when a program changes it.
'use strict';
const os = require('os');
console.log(os.homedir(), os.userInfo().homedir !== os.homedir(), os.tmpdir());
for (const [name, value] of [['TEMP', '/c'], ['TMP', '/b/'], ['TMPDIR', '/a/'], ['TMPDIR', '/'], ['HOME', '/h']]) {
  process.env[name] = value;
  console.log(name, os.tmpdir(), os.homedir());
}
delete process.env.HOME;
console.log(os.homedir() === os.userInfo().homedir);
