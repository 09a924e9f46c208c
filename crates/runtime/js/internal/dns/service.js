// `dns.lookupService`: an address and a port to the names that the system has for them.
'use strict';

const { Promise } = primordials;

const { DNSException, codes: { ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS } } = require('internal/errors');
const { validateFunction, validatePort } = require('internal/validators');
const { isIP } = require('internal/ip_address');
const { reportSince, startOfEntry } = require('internal/dns/perf_entries');
const { NativeResource, enterRequest, leave } = require('internal/async_hooks/native_resource');

class GetNameInfoReqWrap extends NativeResource {
  constructor(callback, hostname, port) {
    super('GETNAMEINFOREQWRAP');
    this.callback = callback;
    this.hostname = hostname;
    this.port = port;
  }
}

function ask(address, port, callback) {
  const request = new GetNameInfoReqWrap(callback, address, port);
  const start = startOfEntry();
  internalBinding('dns').getnameinfo(address, port, (status, hostname, service) => {
    if (status === 0) reportSince(start, 'lookupService', { host: address, port, hostname, service });
    enterRequest(request);
    if (status === 0) callback(null, hostname, service);
    else callback(new DNSException(status, 'getnameinfo', address));
    leave(request);
  });
  return request;
}

function lookupService(address, port, callback) {
  if (arguments.length !== 3) throw new ERR_MISSING_ARGS('address', 'port', 'callback');
  if (isIP(address) === 0) throw new ERR_INVALID_ARG_VALUE('address', address);
  validatePort(port);
  validateFunction(callback, 'callback');
  return ask(address, +port, callback);
}

function lookupServicePromise(address, port) {
  if (arguments.length !== 2) throw new ERR_MISSING_ARGS('address', 'port');
  if (isIP(address) === 0) throw new ERR_INVALID_ARG_VALUE('address', address);
  validatePort(port);
  return new Promise((fulfil, reject) => {
    ask(address, +port, (error, hostname, service) => {
      if (error) reject(error);
      else fulfil({ hostname, service });
    });
  });
}

module.exports = { lookupService, lookupServicePromise };
