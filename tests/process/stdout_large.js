// Five megabytes to a pipe whose reader is slow: all of it arrives, and the process ends by itself.
const { spawnSync } = require('node:child_process');
const program = 'process.stdout.write("x".repeat(5_000_000)); console.log("end"); process.exitCode = 3';
const script = '("$0" -e "$1"; echo "status $?" >&2) | (sleep 0.2; wc -c)';
const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script, process.execPath, program], { encoding: 'utf8' });
console.log(stdout.trim(), stderr.trim());
