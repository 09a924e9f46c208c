'use strict';

// `dns`: names to addresses as the system finds them.

const { ObjectDefineProperty } = primordials;

const {
  AI_ADDRCONFIG, AI_ALL, AI_V4MAPPED, getDefaultResultOrder, lookup, setDefaultResultOrder,
} = require('internal/dns/lookup');
const { addMissing } = require('internal/dns/missing');
const { customPromisify } = require('internal/dns/promisify');

const dns = {
  lookup: customPromisify(lookup),
  getDefaultResultOrder,
  setDefaultResultOrder,
  ADDRCONFIG: AI_ADDRCONFIG,
  ALL: AI_ALL,
  V4MAPPED: AI_V4MAPPED,
  ...require('internal/dns/codes'),
};
addMissing(dns, 'dns');
ObjectDefineProperty(dns, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('dns/promises'); },
});

module.exports = dns;
