// reportError: what a script caught, given to the window as if it had not.
'use strict';

const { report } = require('web/window/callbacks');
const { requireArguments } = require('web/window/arguments');

function reportError(error) {
  requireArguments('reportError', 'Window', 1, arguments.length);
  report(error);
}

module.exports = { reportError };
