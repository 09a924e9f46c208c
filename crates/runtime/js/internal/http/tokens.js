// What names and values of headers may consist of.
'use strict';

const { RegExpPrototypeExec } = primordials;

const {
  codes: { ERR_HTTP_INVALID_HEADER_VALUE, ERR_INVALID_CHAR, ERR_INVALID_HTTP_TOKEN },
} = require('internal/errors');

const token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const notOfValue = /[^\t\x20-\x7e\x80-\xff]/;
// Where a program has asked for less: whatever does not end the header.
const notOfLooseValue = /[\0\r\n]|[^\0-\xff]/;

const isToken = (text) => RegExpPrototypeExec(token, text) !== null;
const hasInvalidChar = (text, isLoose) => RegExpPrototypeExec(isLoose ? notOfLooseValue : notOfValue, text) !== null;

// Names that are right, so that the same few need not be looked at again and again.
const KEPT_NAMES = 256;
let rightNames = { __proto__: null };
let kept = 0;

function validateHeaderName(name, label) {
  if (typeof name === 'string' && rightNames[name] === true) return;
  if (typeof name !== 'string' || name === '' || !isToken(name)) {
    throw new ERR_INVALID_HTTP_TOKEN(label || 'Header name', name);
  }
  if (kept === KEPT_NAMES) {
    rightNames = { __proto__: null };
    kept = 0;
  }
  kept++;
  rightNames[name] = true;
}

function validateHeaderValue(name, value, isLoose) {
  if (value === undefined) throw new ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  if (hasInvalidChar(value, isLoose === true)) throw new ERR_INVALID_CHAR('header content', name);
}

module.exports = { hasInvalidChar, isToken, validateHeaderName, validateHeaderValue };
