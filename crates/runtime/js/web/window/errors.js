// What the program throws and does not catch, given to the window.
'use strict';

function report(error) {
  require('internal/errors/print').printFatal(error);
}

module.exports = { report };
