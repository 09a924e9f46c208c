// The reader of standard output goes away: the process ends, it neither hangs nor crashes.
const { spawnSync } = require('node:child_process');
const program = 'for (let i = 0; i < 100000; i += 1) console.log("line " + i)';
const script = '"$0" -e "$1" 2>/dev/null | head -n 2';
const { stdout, status } = spawnSync('/bin/sh', ['-c', script, process.execPath, program], { encoding: 'utf8', timeout: 20_000 });
console.log(JSON.stringify(stdout), status);
