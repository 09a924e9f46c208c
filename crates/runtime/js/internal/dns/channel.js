// What a Resolver asks through: its servers, its patience, and the questions that are under way.
//
// An answer that has come is told at the start of the check phase, before the program's immediates, as Node tells it.
'use strict';

const {
  ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeReverse, ArrayPrototypeSlice, MathMax, NumberPrototypeToString,
  RegExpPrototypeExec, SafeMap, StringPrototypeSplit,
} = primordials;

const { codes: { ERR_DNS_SET_SERVERS_FAILED } } = require('internal/errors');
const { isIP } = require('internal/ip_address');
const { toBytes } = require('internal/net/ip_bytes');
const { NativeResource, enterRequest, leave } = require('internal/async_hooks/native_resource');
const { runEarly } = require('internal/timers/immediate');
const { reportSince, startOfEntry } = require('internal/dns/perf_entries');
const { formatServers, parseServers } = require('internal/dns/servers');
const { readRecords } = require('internal/dns/records');

const native = internalBinding('dns');

const ASCII = /^[\x00-\x7f]*$/;

class QueryReqWrap extends NativeResource {
  constructor(bindingName, callback, hostname, ttl) {
    super('QUERYWRAP');
    this.bindingName = bindingName;
    this.callback = callback;
    this.hostname = hostname;
    this.oncomplete = onresolve;
    this.ttl = ttl;
  }
}

function onresolve(code, result) {
  this.callback(code, result);
}

class ChannelWrap extends NativeResource {
  #timeoutMs;
  #tries;
  #maxTimeoutMs;
  // Undefined until the system's are needed or a program has set some.
  #servers;
  #local = [];
  // Questions under way, and the numbers that the native side knows them by.
  #pending = new SafeMap();

  constructor(timeoutMs = -1, tries = 4, maxTimeoutMs = 0) {
    super('DNSCHANNEL');
    // On the native side 0 is the default.
    this.#timeoutMs = timeoutMs < 0 ? 0 : MathMax(timeoutMs, 1);
    this.#tries = tries;
    this.#maxTimeoutMs = maxTimeoutMs;
  }

  #currentServers() {
    if (this.#servers === undefined) {
      const found = native.systemServers();
      this.#servers = [];
      for (let i = 0; i < found.length; i++) ArrayPrototypePush(this.#servers, [found[i][0], found[i][2]]);
    }
    return this.#servers;
  }

  getServers() { return formatServers(this.#currentServers()); }

  setServers(servers) {
    const parsed = parseServers(servers);
    if (this.#pending.size > 0) throw new ERR_DNS_SET_SERVERS_FAILED('There are pending queries.', servers);
    this.#servers = parsed;
  }

  setLocalAddresses(addresses) { this.#local = addresses; }

  // Asks for records of a type; `callback(code, result)`. Gives the request.
  query(bindingName, type, name, withTtl, callback) {
    const request = new QueryReqWrap(bindingName, callback, name, withTtl);
    const start = startOfEntry();
    this.#ask(request, toAscii(name), type, (code, records) => {
      if (code !== undefined) {
        request.oncomplete(code);
        return;
      }
      const read = readRecords(type, records, withTtl);
      if (read.code === undefined) reportSince(start, bindingName, { host: name, ttl: withTtl, result: read.result });
      request.oncomplete(read.code, read.result);
    });
    return request;
  }

  // The names of an address: those of the system's file, where the first is the name itself and left out, or those that
  // servers know. Undefined if it is no address.
  getHostByAddr(address, callback) {
    if (isIP(address) === 0) return undefined;
    const request = new QueryReqWrap('getHostByAddr', callback, address, false);
    const names = native.systemNames(address);
    if (names.length > 0) {
      runEarly(() => complete(request, () => request.oncomplete(undefined, ArrayPrototypeSlice(names, 1))));
      return request;
    }
    this.#ask(request, reverseName(address), 'PTR', (code, records) => {
      const read = code === undefined ? readRecords('PTR', records, false) : { code };
      // Whatever went wrong, the name was not found.
      const isOver = read.code === undefined || read.code === 'ECANCELLED';
      request.oncomplete(isOver ? read.code : 'ENOTFOUND', read.result);
    });
    return request;
  }

  #ask(request, name, type, done) {
    let isOver = false;
    const answered = (code, records) => {
      isOver = true;
      this.#pending.delete(request);
      runEarly(() => complete(request, () => done(code, records)));
    };
    const number = native.query(name, type, this.#currentServers(), this.#timeoutMs, this.#tries,
                                this.#maxTimeoutMs, this.#local, answered);
    if (number < 0) answered('EBADNAME');
    else if (!isOver) this.#pending.set(request, number);
  }

  cancel() {
    const numbers = [];
    this.#pending.forEach((number) => ArrayPrototypePush(numbers, number));
    for (let i = 0; i < numbers.length; i++) native.cancel(numbers[i]);
  }
}

function complete(request, done) {
  enterRequest(request);
  done();
  leave(request);
}

function toAscii(name) {
  return RegExpPrototypeExec(ASCII, name) !== null ? name : require('url').domainToASCII(name);
}

// The name that an address has among names.
function reverseName(address) {
  if (isIP(address) === 4) {
    return `${ArrayPrototypeJoin(ArrayPrototypeReverse(StringPrototypeSplit(address, '.')), '.')}.in-addr.arpa`;
  }
  const bytes = toBytes(address, 'ipv6');
  let name = '';
  for (let i = 15; i >= 0; i--) {
    name += `${NumberPrototypeToString(bytes[i] & 15, 16)}.${NumberPrototypeToString(bytes[i] >> 4, 16)}.`;
  }
  return `${name}ip6.arpa`;
}

module.exports = { ChannelWrap };
