// net.SocketAddress: an address, a port and, for IPv6, a flow label, none of which ever changes.
'use strict';

const {
  ObjectDefineProperties, StringPrototypeEndsWith, StringPrototypeSlice, StringPrototypeStartsWith,
  StringPrototypeToLowerCase, SymbolFor,
} = primordials;

const { codes: { ERR_INVALID_ADDRESS, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateObject, validatePort, validateString, validateUint32 } = require('internal/validators');
const { toBytes, toText } = require('internal/net/ip_bytes');
const { registerPlatform } = require('web/cloneable_kinds');

// A flow label has twenty bits.
const MAX_FLOW_LABEL = 0xfffff;

class SocketAddress {
  #bytes;
  #address;
  #port;
  #family;
  #flowLabel;

  constructor(options = { __proto__: null }) {
    validateObject(options, 'options');
    let { family = 'ipv4' } = options;
    const { address = family === 'ipv4' ? '127.0.0.1' : '::', port = 0, flowlabel = 0 } = options;
    if (isFamily(family, 'ipv4')) family = 'ipv4';
    else if (isFamily(family, 'ipv6')) family = 'ipv6';
    else throw new ERR_INVALID_ARG_VALUE('options.family', options.family);
    validateString(address, 'options.address');
    const checkedPort = validatePort(port, 'options.port');
    validateUint32(flowlabel, 'options.flowlabel', false);
    if (flowlabel > MAX_FLOW_LABEL) {
      throw new ERR_OUT_OF_RANGE('options.flowlabel', `>= 0 && <= ${MAX_FLOW_LABEL}`, flowlabel);
    }
    this.#bytes = toBytes(address, family);
    if (this.#bytes === undefined) throw new ERR_INVALID_ADDRESS();
    this.#family = family;
    this.#port = checkedPort;
    this.#flowLabel = family === 'ipv6' ? flowlabel : 0;
  }

  get address() { return this.#address ??= toText(this.#bytes, this.#family); }
  get port() { return this.#port; }
  get family() { return this.#family; }
  get flowlabel() { return this.#flowLabel; }

  toJSON() {
    return { address: this.address, port: this.port, family: this.family, flowlabel: this.flowlabel };
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) return '[SocketAddress]';
    const { inspect } = require('internal/util/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `SocketAddress ${inspect(this.toJSON(), inner)}`;
  }

  static isSocketAddress(value) {
    return typeof value === 'object' && value !== null && #bytes in value;
  }

  // From `address:port`, as the host of a URL is read; undefined if there is no address in it.
  static parse(input) {
    validateString(input, 'input');
    const { URL } = require('internal/url/url');
    if (!URL.canParse(`http://${input}`)) return undefined;
    const { hostname, port } = new URL(`http://${input}`);
    const isIPv6 = StringPrototypeStartsWith(hostname, '[') && StringPrototypeEndsWith(hostname, ']');
    const address = isIPv6 ? StringPrototypeSlice(hostname, 1, -1) : hostname;
    const family = isIPv6 ? 'ipv6' : 'ipv4';
    if (toBytes(address, family) === undefined) return undefined;
    return new SocketAddress({ address, port: +port, family });
  }

  static bytesOf(address) { return address.#bytes; }
}

// Not of the public class.
const { bytesOf, isSocketAddress } = SocketAddress;
delete SocketAddress.bytesOf;

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(SocketAddress.prototype, {
  address: enumerable, port: enumerable, family: enumerable, flowlabel: enumerable,
});

function isFamily(given, family) {
  return typeof given === 'string' && StringPrototypeToLowerCase(given) === family;
}

registerPlatform({
  __proto__: null,
  name: 'SocketAddress',
  is: isSocketAddress,
  clone: (value) => new SocketAddress(value.toJSON()),
  pack: (value) => value.toJSON(),
  unpack: (data) => new SocketAddress(data),
});

module.exports = { SocketAddress, bytesOf, isSocketAddress };
