// What `connect` and `listen` are called with, in all its forms, as options and a callback.
'use strict';

const { Number, Symbol } = primordials;

// Marks a list that has been through here.
const normalized = Symbol('normalizedArgs');

const isPipeName = (value) => typeof value === 'string' && toNumber(value) === false;

// A number that is at least 0, or false.
function toNumber(value) {
  const number = Number(value);
  return number >= 0 ? number : false;
}

// `(options)`, `(port, host)` or `(path)`, each perhaps with a callback at the end.
function normalizeArgs(args) {
  if (args[normalized]) return args;
  let result;
  if (args.length === 0) {
    result = [{}, null];
  } else {
    const first = args[0];
    let options = {};
    if (typeof first === 'object' && first !== null) {
      options = first;
    } else if (isPipeName(first)) {
      options.path = first;
    } else {
      options.port = first;
      if (args.length > 1 && typeof args[1] === 'string') options.host = args[1];
    }
    const last = args[args.length - 1];
    result = [options, typeof last === 'function' ? last : null];
  }
  result[normalized] = true;
  return result;
}

module.exports = { normalizeArgs, toNumber };
