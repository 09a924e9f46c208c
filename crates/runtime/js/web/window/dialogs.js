// alert, confirm and prompt. Nobody is there to answer: what would be shown is a line on standard output, and every
// dialog is dismissed at once, as in a browser without a screen.
'use strict';

function show(message) {
  require('internal/console/global').log('%s', message);
}

function alert(message = '') {
  show(`${message}`);
}

function confirm(message = '') {
  show(`${message}`);
  return false;
}

function prompt(message = '', byDefault = '') {
  show(byDefault === '' ? `${message}` : `${message} [${byDefault}]`);
  return null;
}

module.exports = { alert, confirm, prompt };
