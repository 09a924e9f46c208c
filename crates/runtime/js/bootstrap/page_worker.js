// Start-up in the worker of a page: makes its globals, and hands the door its entry points.
'use strict';

const { Error } = primordials;
const { loop, values } = internalBinding('options');
const globals = require('web/window/globals');

Error.stackTraceLimit = values['--stack-trace-limit'] ?? 10;
require('web/worker/global_scope').install();
globals.installShared();
require('web/dom/globals').installShared();
require('web/window/rejections').install();
if (loop.nodeGlobals) require('web/window/node_globals').install();
if (values['--expose-gc']) globals.lazily('gc', 'internal/gc', 'gc', false);

module.exports = {
  ...require('web/window/entry_points'),
  runMain() {
    require('web/worker/inside').begin();
  },
};
