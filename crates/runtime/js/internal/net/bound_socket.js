// net.BoundSocket: an address of this machine that has been taken, for a server or a socket to use later. What it holds
// belongs to whoever adopts it.
'use strict';

const { ObjectPrototypeHasOwnProperty, SymbolDispose } = primordials;

const {
  ExceptionWithHostPort,
  codes: { ERR_INVALID_ARG_VALUE, ERR_SOCKET_HANDLE_ADOPTED },
  errnoException,
} = require('internal/errors');
const { isIP } = require('internal/ip_address');
const { boundHandle } = require('internal/net/server');
const { kAdopt } = require('internal/streams/handle');
const { validateBoolean, validateObject, validatePort, validateString } = require('internal/validators');

const IPV6_ONLY = 1;
const ONLY_TCP = ['host', 'port', 'ipv6Only', 'reusePort'];

class BoundSocket {
  #handle;
  #isPipe = false;
  #address;

  constructor(options = {}) {
    validateObject(options, 'options');
    if (options.path === undefined) this.#bindTcp(options);
    else this.#bindPipe(options);
  }

  #bindTcp({ ipv6Only = false, reusePort = false, host = ipv6Only ? '::' : '0.0.0.0', port = 0 }) {
    validateString(host, 'options.host');
    const number = validatePort(port, 'options.port');
    validateBoolean(ipv6Only, 'options.ipv6Only');
    validateBoolean(reusePort, 'options.reusePort');
    const addressType = isIP(host);
    if (addressType === 0) {
      throw new ERR_INVALID_ARG_VALUE('options.host', host, 'must be a numeric IP address; net.BoundSocket does not perform DNS resolution');
    }
    const handle = boundHandle({ address: host, port: number, addressType, flags: ipv6Only ? IPV6_ONLY : 0, reusePort });
    if (typeof handle === 'number') throw new ExceptionWithHostPort(handle, 'bind', host, number);
    this.#handle = handle;
  }

  #bindPipe(options) {
    for (let i = 0; i < ONLY_TCP.length; i++) {
      if (!ObjectPrototypeHasOwnProperty(options, ONLY_TCP[i]) || options[ONLY_TCP[i]] === undefined) continue;
      throw new ERR_INVALID_ARG_VALUE('options', options, 'path is mutually exclusive with host, port, ipv6Only, and reusePort');
    }
    const { path } = options;
    validateString(path, 'options.path');
    const handle = boundHandle({ address: path, port: -1, addressType: -1 });
    if (typeof handle === 'number') throw new errnoException(handle, 'bind');
    this.#handle = handle;
    this.#isPipe = true;
    this.#address = path;
  }

  // The handle, if nobody has taken it yet.
  #own() {
    if (this.#handle === undefined) throw new ERR_SOCKET_HANDLE_ADOPTED();
    return this.#handle;
  }

  get isPipe() { return this.#isPipe; }

  // Asked for once: what is bound stays where it is.
  address() {
    const handle = this.#own();
    this.#address ??= handle.getsockname();
    return this.#address;
  }

  fd() { return this.#own().fd; }

  close() {
    const handle = this.#own();
    this.#handle = undefined;
    handle.close();
  }

  [kAdopt]() {
    const handle = this.#own();
    this.#handle = undefined;
    return handle;
  }

  [SymbolDispose]() {
    if (this.#handle !== undefined) this.close();
  }
}

module.exports = { BoundSocket };
