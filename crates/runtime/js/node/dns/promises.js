'use strict';

// `dns/promises`: the same with promises.

const { ReflectApply } = primordials;

const { getDefaultResultOrder, lookupPromise, setDefaultResultOrder } = require('internal/dns/lookup');
const { addMethods } = require('internal/dns/default_resolver');
const { lookupServicePromise } = require('internal/dns/service');
const { lazyValue } = require('internal/util/lazy_members');

const dns = {
  lookup: { lookup(hostname, options) { return lookupPromise(hostname, options); } }.lookup,
  lookupService: { lookupService(address, port) { return ReflectApply(lookupServicePromise, undefined, arguments); } }.lookupService,
  Resolver: undefined,
  getDefaultResultOrder,
  setDefaultResultOrder,
  ...require('internal/dns/codes'),
};
lazyValue(dns, 'Resolver', () => require('internal/dns/resolver').PromisesResolver);
addMethods(dns, 'PromisesResolver');

module.exports = dns;
