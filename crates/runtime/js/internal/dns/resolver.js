// dns.Resolver, in the form with callbacks and in that with promises.
'use strict';

const { ObjectDefineProperty, ObjectKeys, Promise, StringPrototypeSlice, StringPrototypeToLowerCase, TypeError } = primordials;

const {
  DNSException,
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE },
} = require('internal/errors');
const { validateFunction, validateInt32, validateString, validateUint32 } = require('internal/validators');
const { isIP } = require('internal/ip_address');
const { ChannelWrap } = require('internal/dns/channel');

const EINVAL = -22;

// What each method asks for, in the order in which programs see them.
const METHODS = {
  __proto__: null,
  resolveAny: 'ANY',
  resolve4: 'A',
  resolve6: 'AAAA',
  resolveCaa: 'CAA',
  resolveCname: 'CNAME',
  resolveMx: 'MX',
  resolveNs: 'NS',
  resolveTlsa: 'TLSA',
  resolveTxt: 'TXT',
  resolveSrv: 'SRV',
  resolvePtr: 'PTR',
  resolveNaptr: 'NAPTR',
  resolveSoa: 'SOA',
};
const METHOD_NAMES = ObjectKeys(METHODS);

// How the question is called in errors.
function bindingName(type) {
  if (type === 'A') return 'queryA';
  if (type === 'AAAA') return 'queryAaaa';
  return `query${type[0]}${StringPrototypeToLowerCase(StringPrototypeSlice(type, 1))}`;
}

class ResolverBase {
  constructor(options = undefined) {
    const { timeout = -1, tries = 4, maxTimeout = 0 } = { ...options };
    validateInt32(timeout, 'options.timeout', -1);
    validateInt32(tries, 'options.tries', 1);
    validateUint32(maxTimeout, 'options.maxTimeout');
    this._handle = new ChannelWrap(timeout, tries, maxTimeout);
  }

  cancel() { this._handle.cancel(); }
  getServers() { return this._handle.getServers() || []; }
  setServers(servers) { this._handle.setServers(servers); }

  setLocalAddress(ipv4, ipv6) {
    validateString(ipv4, 'ipv4');
    if (ipv6 !== undefined) validateString(ipv6, 'ipv6');
    const first = isIP(ipv4);
    const second = ipv6 === undefined ? 0 : isIP(ipv6);
    if (first === 0 || (ipv6 !== undefined && second === 0)) throw wrongValue('Invalid IP address.');
    if (first === second) throw wrongValue(`Cannot specify two IPv${first} addresses.`);
    this._handle.setLocalAddresses(ipv6 === undefined ? [ipv4] : [ipv4, ipv6]);
  }
}

function wrongValue(message) {
  const error = new TypeError(message);
  error.code = 'ERR_INVALID_ARG_VALUE';
  return error;
}

// With callbacks.

class Resolver extends ResolverBase {
  constructor(options = undefined) { super(options); }
}

function makeCallbackMethod(name, type) {
  const binding = bindingName(type);
  return {
    [name](hostname, options) {
      const callback = arguments.length > 1 ? arguments[arguments.length - 1] : undefined;
      validateString(hostname, 'name');
      validateFunction(callback, 'callback');
      const withTtl = arguments.length > 2 && !!options?.ttl;
      return this._handle.query(binding, type, hostname, withTtl, (code, result) => {
        if (code === undefined) callback(null, result);
        else callback(new DNSException(code, binding, hostname));
      });
    },
  }[name];
}

function reverse(ip, callback) {
  validateString(ip, 'name');
  validateFunction(callback, 'callback');
  const request = this._handle.getHostByAddr(ip, (code, result) => {
    if (code === undefined) callback(null, result);
    else callback(new DNSException(code, 'getHostByAddr', ip));
  });
  if (request === undefined) throw new DNSException(EINVAL, 'getHostByAddr', ip);
  return request;
}

function resolve(hostname, rrtype, callback) {
  if (typeof rrtype === 'function') {
    callback = rrtype;
    rrtype = 'A';
  } else if (typeof rrtype !== 'string') {
    throw new ERR_INVALID_ARG_TYPE('rrtype', 'string', rrtype);
  }
  return this[methodOf(rrtype)](hostname, callback);
}

function methodOf(rrtype) {
  for (let i = 0; i < METHOD_NAMES.length; i++) {
    if (METHODS[METHOD_NAMES[i]] === rrtype) return METHOD_NAMES[i];
  }
  throw new ERR_INVALID_ARG_VALUE('rrtype', rrtype);
}

// With promises.

class PromisesResolver extends ResolverBase {
  constructor(options = undefined) { super(options); }
}
ObjectDefineProperty(PromisesResolver, 'name', { __proto__: null, configurable: true, value: 'Resolver' });

function makePromiseMethod(name, type) {
  const binding = bindingName(type);
  return {
    [name](hostname, options) {
      validateString(hostname, 'name');
      return new Promise((fulfil, reject) => {
        this._handle.query(binding, type, hostname, !!options?.ttl, (code, result) => {
          if (code === undefined) fulfil(result);
          else reject(new DNSException(code, binding, hostname));
        });
      });
    },
  }[name];
}

const promising = {
  reverse(ip, options) {
    validateString(ip, 'name');
    return new Promise((fulfil, reject) => {
      const request = this._handle.getHostByAddr(ip, (code, result) => {
        if (code === undefined) fulfil(result);
        else reject(new DNSException(code, 'getHostByAddr', ip));
      });
      if (request === undefined) reject(new DNSException(EINVAL, 'getHostByAddr', ip));
    });
  },
  resolve(hostname, rrtype) {
    if (rrtype !== undefined) validateString(rrtype, 'rrtype');
    return this[rrtype === undefined ? 'resolve4' : methodOf(rrtype)](hostname);
  },
};

for (let i = 0; i < METHOD_NAMES.length; i++) {
  const name = METHOD_NAMES[i];
  Resolver.prototype[name] = makeCallbackMethod(name, METHODS[name]);
  PromisesResolver.prototype[name] = makePromiseMethod(name, METHODS[name]);
}
Resolver.prototype.reverse = reverse;
PromisesResolver.prototype.reverse = promising.reverse;
Resolver.prototype.resolve = resolve;
PromisesResolver.prototype.resolve = promising.resolve;

module.exports = { PromisesResolver, Resolver };
