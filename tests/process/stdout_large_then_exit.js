// Everything written to a pipe before process.exit arrives, however much it is.
const { spawnSync } = require('node:child_process');
const program = 'process.stdout.write("x".repeat(5_000_000)); console.log("end"); process.exit(3)';
const script = '("$0" -e "$1"; echo "status $?" >&2) | (sleep 0.2; tail -c 10; cat | wc -c)';
const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script, process.execPath, program], { encoding: 'utf8' });
console.log(JSON.stringify(stdout), stderr.trim());
