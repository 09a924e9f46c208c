'use strict';

// `dns`: names to addresses as the system finds them, and questions to name servers.

const { ObjectDefineProperty } = primordials;

const {
  AI_ADDRCONFIG, AI_ALL, AI_V4MAPPED, getDefaultResultOrder, lookup, lookupPromise, setDefaultResultOrder,
} = require('internal/dns/lookup');
const { addMethods } = require('internal/dns/default_resolver');
const { customPromisify } = require('internal/dns/promisify');
const { lookupService, lookupServicePromise } = require('internal/dns/service');
const { lazyValues } = require('internal/util/lazy_members');

const dns = {
  lookup: customPromisify(lookup, lookupPromise),
  lookupService: customPromisify(lookupService, lookupServicePromise),
  Resolver: undefined,
  getDefaultResultOrder,
  setDefaultResultOrder,
  ADDRCONFIG: AI_ADDRCONFIG,
  ALL: AI_ALL,
  V4MAPPED: AI_V4MAPPED,
  ...require('internal/dns/codes'),
};

lazyValues(dns, 'internal/dns/resolver', ['Resolver']);
addMethods(dns, 'Resolver');
ObjectDefineProperty(dns, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('dns/promises'); },
});

module.exports = dns;
