// Promises rejected without a handler, given to the window.
'use strict';

function notify() {}

module.exports = { notify };
