// A detached child leads a session of its own, and a process group with it.
const cp = require('node:child_process');

const script = 'read pid name state parent group session rest < /proc/$$/stat; echo $((pid == session)) $((pid == group))';
for (const detached of [false, true]) {
  console.log(detached, String(cp.spawnSync('sh', ['-c', script], { detached }).stdout).trim());
}
cp.spawn('sh', ['-c', script], { detached: true }).stdout.on('data', (line) => console.log('spawn', String(line).trim()));
