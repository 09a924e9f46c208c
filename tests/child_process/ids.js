// The user and the group of a child are exact: a signed number whose bits are the id. Without a user, too, the groups of
// the parent are not the child's.
const cp = require('node:child_process');

const show = (name, run) => {
  try {
    const { status, stdout, error } = run();
    console.log(name, error ? error.code : `${status} ${String(stdout).trim()}`);
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};

for (const uid of [-2, -1, 0, 1, 65534, 2147483647, 4294967294, 1.5, NaN, '5', null, undefined, -0]) {
  show(`uid ${Object.is(uid, -0) ? '-0' : uid}`, () => cp.spawnSync('id', ['-u'], { uid }));
}
for (const gid of [-2, -1, 0, 1, 2147483648, {}]) {
  show(`gid ${gid}`, () => cp.spawnSync('id', ['-G'], { gid }));
}
show('both', () => cp.spawnSync('sh', ['-c', 'id -u; id -g; id -G'], { uid: 12, gid: 34 }));

console.log('ours', process.getgroups().includes(process.getegid()));

// What spawn can not do at once, it throws.
for (const uid of [-1, 1.5, '5', 4294967294]) {
  try {
    cp.spawn('id', { uid });
  } catch (error) {
    console.log(`spawn ${uid}`, error.name, error.code, error.message);
  }
}
