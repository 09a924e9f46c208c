// --env-file sets what the environment does not have.
const fs = require('node:fs');
const path = require('node:path');
const { run, temporary_folder } = require('./fixtures/run.js');
const folder = temporary_folder();
fs.writeFileSync(path.join(folder, 'a.env'), '# c\nA=from file\nexport B="x\\ny" # c\nC=\'$A\'\nHOME=never\nE=\n');
fs.writeFileSync(path.join(folder, 'b.env'), 'A=second file\nNODE_OPTIONS=--title=by-env-file\n');
const print = 'JSON.stringify([process.env.A, process.env.B, process.env.C, process.env.E, process.env.HOME === "never", process.title === "by-env-file"])';
const show = (...flags) => {
  const { status, stdout, stderr } = run([...flags, '-p', print], { cwd: folder });
  console.log(flags.join(' '), status, stdout.trim(), stderr.trim().replaceAll(process.execPath, '<binary>'));
};
show('--env-file=a.env');
show('--env-file=a.env', '--env-file', 'b.env');
show('--env-file-if-exists=none.env');
show('--env-file=none.env');
