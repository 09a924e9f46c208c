// net.BlockList: rules that name addresses, and the question whether an address is among them.
//
// Rules are kept in three lists, newest first: single addresses, of which each is kept once, subnets and ranges. An IPv4
// address and its form in IPv6 are the same address for all of them.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeEvery,
  ArrayPrototypeFindIndex,
  ArrayPrototypeMap,
  ArrayPrototypePush,
  ArrayPrototypeSome,
  ArrayPrototypeSplice,
  ArrayPrototypeUnshift,
  JSONParse,
  ObjectFreeze,
  RegExpPrototypeExec,
  StringPrototypeIncludes,
  StringPrototypeLastIndexOf,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
  StringPrototypeTrim,
  SymbolFor,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateArray, validateInt32, validateString } = require('internal/validators');
const { compare, haveSamePrefix, isMapped, toBytes } = require('internal/net/ip_bytes');
const { SocketAddress, bytesOf, isSocketAddress } = require('internal/net/socket_address');
const { registerPlatform } = require('web/cloneable_kinds');

const ADDRESS_RULE = /^Address: (IPv[46]) (.+)$/;
const SUBNET_RULE = /^Subnet: (IPv[46]) (.+)\/(\d{1,3})$/;
const RANGE_RULE = /^Range: (IPv[46]) (.+)-(.+)$/;

// Where IPv4 begins in IPv6.
const MAPPED_PREFIX = 96;

class BlockList {
  // Shared with the clones.
  #rules = { addresses: [], subnets: [], ranges: [] };

  addAddress(address, family = 'ipv4') {
    insertAddress(this.#rules, read(address, 'address', family));
  }

  // All of them or, if one is no address, none.
  addAddresses(addresses, family = 'ipv4') {
    validateArray(addresses, 'addresses');
    const all = ArrayPrototypeMap(addresses, (address, i) => read(address, `addresses[${i}]`, family));
    for (let i = 0; i < all.length; i++) insertAddress(this.#rules, all[i]);
  }

  addRange(start, end, family = 'ipv4') {
    ArrayPrototypeUnshift(this.#rules.ranges, readRange(start, end, family));
  }

  addSubnet(network, prefix, family = 'ipv4') {
    ArrayPrototypeUnshift(this.#rules.subnets, readSubnet(network, prefix, family));
  }

  addCIDR(cidr) {
    ArrayPrototypeUnshift(this.#rules.subnets, readCidr(cidr, 'cidr'));
  }

  addCIDRs(cidrs) {
    validateArray(cidrs, 'cidrs');
    const all = ArrayPrototypeMap(cidrs, (cidr, i) => readCidr(cidr, `cidrs[${i}]`));
    for (let i = 0; i < all.length; i++) ArrayPrototypeUnshift(this.#rules.subnets, all[i]);
  }

  removeAddress(address, family = 'ipv4') {
    const { bytes } = read(address, 'address', family);
    removeFirst(this.#rules.addresses, (rule) => compare(rule.bytes, bytes) === 0);
  }

  removeRange(start, end, family = 'ipv4') {
    const range = readRange(start, end, family);
    removeFirst(this.#rules.ranges,
      (rule) => compare(rule.start, range.start) === 0 && compare(rule.end, range.end) === 0);
  }

  removeSubnet(network, prefix, family = 'ipv4') {
    removeSubnet(this.#rules, readSubnet(network, prefix, family));
  }

  removeCIDR(cidr) {
    removeSubnet(this.#rules, readCidr(cidr, 'cidr'));
  }

  // What is no address is not blocked.
  check(address, family = 'ipv4') {
    let bytes;
    if (isSocketAddress(address)) {
      bytes = bytesOf(address);
    } else {
      validateString(address, 'address');
      validateString(family, 'family');
      bytes = toBytes(address, StringPrototypeToLowerCase(family) === 'ipv4' ? 'ipv4' : 'ipv6');
    }
    return bytes !== undefined && isBlocked(this.#rules, bytes);
  }

  clear() {
    this.#rules.addresses.length = 0;
    this.#rules.subnets.length = 0;
    this.#rules.ranges.length = 0;
  }

  toJSON() {
    return this.rules;
  }

  // Adds what `toJSON` gave, as the list or as its text. What is no rule is passed over.
  fromJSON(data) {
    let rules = data;
    if (typeof data === 'string') rules = JSONParse(data);
    if (!ArrayIsArray(rules) || !ArrayPrototypeEvery(rules, (rule) => typeof rule === 'string')) {
      throw new ERR_INVALID_ARG_TYPE('data', ['string', 'string[]'], rules);
    }
    for (let i = 0; i < rules.length; i++) addRule(this, StringPrototypeTrim(rules[i]));
  }

  get rules() {
    const { addresses, subnets, ranges } = this.#rules;
    const list = [];
    for (let i = 0; i < addresses.length; i++) ArrayPrototypePush(list, addresses[i].text);
    for (let i = 0; i < subnets.length; i++) ArrayPrototypePush(list, subnets[i].text);
    for (let i = 0; i < ranges.length; i++) ArrayPrototypePush(list, ranges[i].text);
    return list;
  }

  get size() {
    const { addresses, subnets, ranges } = this.#rules;
    return addresses.length + subnets.length + ranges.length;
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) return '[BlockList]';
    const { inspect } = require('internal/util/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `BlockList ${inspect({ rules: this.rules }, inner)}`;
  }

  static isBlockList(value) {
    return typeof value === 'object' && value !== null && #rules in value;
  }

  static share(list) {
    const other = new BlockList();
    other.#rules = list.#rules;
    return other;
  }

  static PRIVATE_RANGES = ObjectFreeze([
    '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::1/128', '169.254.0.0/16', 'fe80::/10', 'fc00::/7',
  ]);
}

// Not of the public class.
const { isBlockList, share } = BlockList;
delete BlockList.share;

registerPlatform({
  __proto__: null,
  name: 'BlockList',
  is: isBlockList,
  clone: share,
  pack: (list) => list.toJSON(),
  unpack(rules) {
    const list = new BlockList();
    list.fromJSON(rules);
    return list;
  },
});

// Reading what a program gives.

function toSocketAddress(given, name, family) {
  if (isSocketAddress(given)) return given;
  validateString(given, name);
  validateString(family, 'family');
  return new SocketAddress({ address: given, family });
}

const label = (address) => (address.family === 'ipv4' ? 'IPv4' : 'IPv6');

function read(given, name, family) {
  const address = toSocketAddress(given, name, family);
  return { bytes: bytesOf(address), text: `Address: ${label(address)} ${address.address}` };
}

function readRange(given, givenEnd, family) {
  const first = toSocketAddress(given, 'start', family);
  const last = toSocketAddress(givenEnd, 'end', family);
  const start = bytesOf(first);
  const end = bytesOf(last);
  // Addresses of two families that can not be compared make a range that has nothing in it.
  const isComparable = first.family === last.family || (isMapped(start) && isMapped(end));
  if (isComparable && compare(start, end) > 0) throw new ERR_INVALID_ARG_VALUE('start', first, 'must come before end');
  return { start, end, text: `Range: ${label(first)} ${first.address}-${last.address}` };
}

function readSubnet(given, prefix, family) {
  const network = toSocketAddress(given, 'network', family);
  const isIPv4 = network.family === 'ipv4';
  validateInt32(prefix, 'prefix', 0, isIPv4 ? 32 : 128);
  return {
    bytes: bytesOf(network),
    bits: isIPv4 ? MAPPED_PREFIX + prefix : prefix,
    text: `Subnet: ${label(network)} ${network.address}/${prefix}`,
  };
}

function readCidr(cidr, name) {
  validateString(cidr, name);
  const slash = StringPrototypeLastIndexOf(cidr, '/');
  if (slash === -1) {
    throw new ERR_INVALID_ARG_VALUE(name, cidr, 'must contain a prefix length (e.g. "10.0.0.0/8")');
  }
  const prefix = StringPrototypeSlice(cidr, slash + 1);
  if (RegExpPrototypeExec(/^-?(?:0|[1-9]\d*)$/, prefix) === null) {
    throw new ERR_INVALID_ARG_VALUE(name, cidr, 'prefix length must be a valid integer');
  }
  const network = StringPrototypeSlice(cidr, 0, slash);
  return readSubnet(network, +prefix, StringPrototypeIncludes(network, ':') ? 'ipv6' : 'ipv4');
}

function addRule(list, rule) {
  let found = RegExpPrototypeExec(ADDRESS_RULE, rule);
  if (found !== null) {
    list.addAddress(found[2], found[1]);
    return;
  }
  found = RegExpPrototypeExec(SUBNET_RULE, rule);
  if (found !== null) {
    list.addSubnet(found[2], +found[3], found[1]);
    return;
  }
  found = RegExpPrototypeExec(RANGE_RULE, rule);
  if (found !== null) list.addRange(found[2], found[3], found[1]);
}

// The lists.

function insertAddress({ addresses }, rule) {
  removeFirst(addresses, ({ bytes }) => compare(bytes, rule.bytes) === 0);
  ArrayPrototypeUnshift(addresses, rule);
}

function removeSubnet({ subnets }, { bytes, bits }) {
  removeFirst(subnets, (rule) => rule.bits === bits && compare(rule.bytes, bytes) === 0);
}

function removeFirst(rules, matches) {
  const index = ArrayPrototypeFindIndex(rules, matches);
  if (index !== -1) ArrayPrototypeSplice(rules, index, 1);
}

function isBlocked({ addresses, subnets, ranges }, bytes) {
  return ArrayPrototypeSome(addresses, (rule) => compare(rule.bytes, bytes) === 0) ||
    ArrayPrototypeSome(subnets, (rule) => haveSamePrefix(rule.bytes, bytes, rule.bits)) ||
    ArrayPrototypeSome(ranges, (rule) => compare(rule.start, bytes) <= 0 && compare(bytes, rule.end) <= 0);
}

module.exports = { BlockList, isBlockList };
