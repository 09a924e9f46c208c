// `roundel app` finds app.js; a file without an extension is CommonJS.
const fs = require('node:fs');
const path = require('node:path');
const { run, temporary_folder } = require('./fixtures/run.js');
const folder = temporary_folder();
fs.writeFileSync(path.join(folder, 'app.js'), 'console.log("app.js", require.main === module)');
fs.writeFileSync(path.join(folder, 'tool'), '#!/usr/bin/env node\nconsole.log("tool", typeof require)');
for (const name of ['app', 'tool']) console.log(run([name], { cwd: folder }).stdout.trim());
