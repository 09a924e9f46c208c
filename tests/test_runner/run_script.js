// `--run`: scripts of package.json.
'use strict';

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'scripts-')));
const inner = path.join(folder, 'inner');
fs.mkdirSync(path.join(inner, 'node_modules/.bin'), { recursive: true });
fs.writeFileSync(path.join(inner, 'node_modules/.bin/tool'), '#!/bin/sh\necho tool "$@"\n', { mode: 0o755 });
fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({
  scripts: { hello: 'echo hi "$NODE_RUN_SCRIPT_NAME" $NODE_RUN_PACKAGE_JSON_PATH', words: 'printf "<%s>"', fail: 'exit 7', where: 'pwd', number: 1, tool: 'tool x' },
}));

function show(args, cwd = folder) {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  const clean = (text) => text.replaceAll(folder, '<folder>').replaceAll(process.execPath, '<binary>');
  console.log(args, status, JSON.stringify(clean(stdout)), JSON.stringify(clean(stderr)));
}

show(['--run', 'hello']);
show(['--run=hello', 'not', 'given']);
show(['--run', 'words', '--', 'a', 'b c', "it's", '$x', '', '"']);
show(['--run', 'fail']);
show(['--run', 'where'], inner);
show(['--run', 'tool'], inner);
show(['--run', 'nope']);
show(['--run', 'number']);
show(['--run']);
fs.writeFileSync(path.join(inner, 'package.json'), '{');
show(['--run', 'x'], inner);
fs.writeFileSync(path.join(inner, 'package.json'), '{"a":1}');
show(['--run', 'x'], inner);
fs.rmSync(folder, { recursive: true });
