// Start-up under a browser's loop: makes the globals of a page, and hands the door its entry points.
//
// The door knows nothing of pages. It calls the same names as for Node: `processTimers` when the native timer fires,
// `processImmediates` once an iteration while tasks wait, `runNextTicks` after every callback of the loop.
'use strict';

const { Error } = primordials;
const { loop, values } = internalBinding('options');
const globals = require('web/window/globals');

Error.stackTraceLimit = values['--stack-trace-limit'] ?? 10;
require('web/window/window').install();
globals.install();
require('web/dom/globals').install();
require('web/window/rejections').install();
if (loop.nodeGlobals) require('web/window/node_globals').install();
if (values['--expose-gc']) globals.lazily('gc', 'internal/gc', 'gc', false);

module.exports = {
  ...require('web/window/entry_points'),
  runMain() {
    require('web/window/entry').run();
  },
};
