'use strict';

// `dns/promises`: the same with promises.

const { ReflectApply } = primordials;

const { getDefaultResultOrder, lookupPromise, setDefaultResultOrder } = require('internal/dns/lookup');
const { addMethods } = require('internal/dns/default_resolver');
const { lookupServicePromise } = require('internal/dns/service');

const dns = {
  lookup: { lookup(hostname, options) { return lookupPromise(hostname, options); } }.lookup,
  lookupService: { lookupService(address, port) { return ReflectApply(lookupServicePromise, undefined, arguments); } }.lookupService,
  get Resolver() { return require('internal/dns/resolver').PromisesResolver; },
  getDefaultResultOrder,
  setDefaultResultOrder,
  ...require('internal/dns/codes'),
};
addMethods(dns, 'PromisesResolver');

module.exports = dns;
