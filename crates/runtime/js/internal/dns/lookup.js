// `dns.lookup`: a name to addresses, as every program of the system would find them. The pool asks the system's
// resolver; what is an address already is answered in a tick.
'use strict';

const { ArrayPrototypePush, Promise } = primordials;

const {
  DNSException,
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE },
} = require('internal/errors');
const {
  validateBoolean, validateFunction, validateNumber, validateOneOf, validateString,
} = require('internal/validators');
const { isIP } = require('internal/ip_address');
const { getOptionValue } = require('internal/options');
const { reportSince, startOfEntry } = require('internal/dns/perf_entries');
const { NativeResource, enterRequest, leave } = require('internal/async_hooks/native_resource');

const AI_V4MAPPED = 8;
const AI_ALL = 16;
const AI_ADDRCONFIG = 32;

const ORDERS = ['verbatim', 'ipv4first', 'ipv6first'];
const FAMILIES = [0, 4, 6, 'IPv4', 'IPv6'];

let defaultOrder = getOptionValue('--dns-result-order') ?? 'verbatim';

function getDefaultResultOrder() {
  return defaultOrder;
}

function setDefaultResultOrder(order) {
  validateOneOf(order, 'dnsOrder', ORDERS);
  defaultOrder = order;
}

class GetAddrInfoReqWrap extends NativeResource {
  constructor() { super('GETADDRINFOREQWRAP'); }
}

function validateHints(hints) {
  if ((hints & ~(AI_ADDRCONFIG | AI_ALL | AI_V4MAPPED)) !== 0) throw new ERR_INVALID_ARG_VALUE('hints', hints);
}

// `{ family, hints, all, order }` from what a program gives.
function readOptions(options) {
  const read = { family: 0, hints: 0, all: false, order: defaultOrder };
  if (typeof options === 'number') {
    validateOneOf(options, 'family', [0, 4, 6]);
    read.family = options;
    return read;
  }
  if (options === undefined || options === null) return read;
  if (typeof options !== 'object') throw new ERR_INVALID_ARG_TYPE('options', ['integer', 'object'], options);
  if (options.hints !== undefined && options.hints !== null) {
    validateNumber(options.hints, 'options.hints');
    read.hints = options.hints >>> 0;
    validateHints(read.hints);
  }
  if (options.family !== undefined && options.family !== null) {
    validateOneOf(options.family, 'options.family', FAMILIES);
    read.family = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : options.family;
  }
  if (options.all !== undefined && options.all !== null) {
    validateBoolean(options.all, 'options.all');
    read.all = options.all;
  }
  if (options.verbatim !== undefined && options.verbatim !== null) {
    validateBoolean(options.verbatim, 'options.verbatim');
    read.order = options.verbatim ? 'verbatim' : 'ipv4first';
  }
  if (options.order !== undefined && options.order !== null) {
    validateOneOf(options.order, 'options.order', ORDERS);
    read.order = options.order;
  }
  return read;
}

// Calls `done(error, entries)`, later; an entry is `{ address, family }`.
function resolve(hostname, options, done) {
  const family = isIP(hostname);
  if (family !== 0) {
    process.nextTick(done, null, [{ address: hostname, family }]);
    return;
  }
  const request = new GetAddrInfoReqWrap();
  const start = startOfEntry();
  internalBinding('dns').getaddrinfo(hostname, options.family, options.hints, (status, addresses) => {
    if (status === 0) {
      const { family: wanted, hints, order } = options;
      reportSince(start, 'lookup', { hostname, family: wanted, hints, verbatim: order === 'verbatim', order, addresses });
    }
    enterRequest(request);
    if (status !== 0) {
      done(new DNSException(status, 'getaddrinfo', hostname));
    } else {
      done(null, ordered(addresses, options.order));
    }
    leave(request);
  });
}

function ordered(addresses, order) {
  const first = [];
  const rest = [];
  const preferred = order === 'ipv4first' ? 4 : order === 'ipv6first' ? 6 : 0;
  for (let i = 0; i < addresses.length; i++) {
    const family = isIP(addresses[i]);
    ArrayPrototypePush(preferred === 0 || family === preferred ? first : rest, { address: addresses[i], family });
  }
  for (let i = 0; i < rest.length; i++) ArrayPrototypePush(first, rest[i]);
  return first;
}

function validateHostname(hostname) {
  if (!hostname) throw new ERR_INVALID_ARG_VALUE('hostname', hostname, 'must be a non-empty string');
  validateString(hostname, 'hostname');
}

function lookup(hostname, options, callback) {
  validateHostname(hostname);
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  } else {
    validateFunction(callback, 'callback');
  }
  const read = readOptions(options);
  resolve(hostname, read, (error, entries) => {
    if (error) callback(error);
    else if (read.all) callback(null, entries);
    else callback(null, entries[0].address, entries[0].family);
  });
  return {};
}

async function lookupPromise(hostname, options) {
  validateHostname(hostname);
  const read = readOptions(options);
  return new Promise((fulfil, reject) => {
    resolve(hostname, read, (error, entries) => {
      if (error) reject(error);
      else if (read.all) fulfil(entries);
      else fulfil({ address: entries[0].address, family: entries[0].family });
    });
  });
}

module.exports = {
  AI_ADDRCONFIG, AI_ALL, AI_V4MAPPED, getDefaultResultOrder, lookup, lookupPromise, setDefaultResultOrder,
};
