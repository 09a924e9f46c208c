// Start-up of a frame: the globals of its window are made by `install`, once its place is known. It has no loop of its own.
'use strict';

const { Error } = primordials;
const globals = require('web/window/globals');

function install() {
  Error.stackTraceLimit = internalBinding('options').values['--stack-trace-limit'] ?? 10;
  require('web/window/window').install();
  globals.install();
  require('web/dom/globals').install();
  require('web/window/rejections').install();
}

module.exports = { install, require };
