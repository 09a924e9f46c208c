// Namespaces, formatters, its own log function, a child that is told by the environment.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const debug = require('debug');

debug.enable('app:*,-app:quiet');
const lines = [];
debug.log = (...all) => lines.push(all.join(' '));
debug.inspectOpts.hideDate = true;
const log = debug('app:main');
log.color = 2;
log('hello %s %d %j %o %O %%', 'x', 5, { a: 1 }, { b: [1, 2] }, { c: 3 });
debug('app:quiet')('not shown');
log.extend('sub')('nested');
debug.formatters.h = (bytes) => bytes.toString('hex');
log('hex %h', Buffer.from('hi'));
console.log(lines.map((line) => line.replace(/\+\d+ms/, '+N ms')));
console.log(debug.enabled('app:x'), debug.enabled('other'), debug.disable(), log.enabled);
fs.writeFileSync('child.cjs', 'require("debug")("child")("said %s", "this"); require("debug")("no")("x");');
const { stderr } = spawnSync(process.execPath, ['child.cjs'], { encoding: 'utf8', env: { ...process.env, DEBUG: 'child', DEBUG_HIDE_DATE: '1', DEBUG_COLORS: '0' } });
console.log(stderr.replace(/\+\d+ms/, '+N ms'));
