'use strict';

// `dns/promises`: the same with promises.

const { getDefaultResultOrder, lookupPromise, setDefaultResultOrder } = require('internal/dns/lookup');
const { addMissing } = require('internal/dns/missing');

const lookup = { lookup(hostname, options) { return lookupPromise(hostname, options); } }.lookup;
const dns = { lookup, getDefaultResultOrder, setDefaultResultOrder, ...require('internal/dns/codes') };
addMissing(dns, 'dns.promises');

module.exports = dns;
