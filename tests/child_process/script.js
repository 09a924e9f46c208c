// An executable file without an interpreter is a script for sh, found by a path or in PATH: the child's.
const cp = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'script-'));
const file = (name, text, mode) => {
  fs.writeFileSync(path.join(folder, name), text, { mode });
  return path.join(folder, name);
};
function show(name, command, args, options) {
  const { status, stdout, error } = cp.spawnSync(command, args, options);
  console.log(name, error ? [error.code, error.syscall.replaceAll(folder, '.')] : [status, String(stdout).replaceAll(folder, '.')]);
}

const script = file('plain', 'echo "$0" "$@"; exit 3\n', 0o755);
show('by path', script, ['a', 'b c']);
show('another name', script, ['a'], { argv0: 'called' });
show('in PATH', 'plain', ['a'], { env: { PATH: `/nowhere:${folder}` } });
show('relative', './plain', [], { cwd: folder });
show('here', 'plain', [], { cwd: folder, env: { PATH: '' } });
show('empty', file('empty', '', 0o755), []);
show('not executable', file('text', 'echo no\n', 0o644), []);
show('not executable, in PATH', 'text', [], { env: { PATH: `${folder}:/nowhere` } });
show('a folder', folder, []);
show('nowhere', 'plain', [], { env: { PATH: '/nowhere' } });
show('no PATH', 'echo', ['found'], { env: {} });
show('no such interpreter', file('lost', '#!/no/such/sh\n', 0o755), []);
show('no such folder', 'true', [], { cwd: `${folder}/none` });
show('no folder', 'true', [], { cwd: script });
fs.rmSync(folder, { recursive: true });
