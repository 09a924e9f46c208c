// Proxies that the environment names: `proxyEnv` of an agent, or that of the process with NODE_USE_ENV_PROXY.
//
// A request of HTTP goes to the proxy with the whole URL as its path; one of HTTPS through a tunnel, which CONNECT opens.
'use strict';

const {
  ArrayPrototypePush,
  Number,
  StringPrototypeEndsWith,
  StringPrototypeIndexOf,
  StringPrototypeLastIndexOf,
  StringPrototypeSlice,
  StringPrototypeSplit,
  StringPrototypeStartsWith,
  StringPrototypeToLowerCase,
  StringPrototypeTrim,
  decodeURIComponent,
} = primordials;

const { codes: { ERR_PROXY_INVALID_CONFIG, ERR_PROXY_TUNNEL } } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { isIPv4 } = require('internal/ip_address');
const { Buffer } = require('internal/buffer/buffer');

const headEnd = '\r\n\r\n';
// A proxy that says more before it has answered is none.
const MAX_HEAD_BYTES = 16 * 1024;

class Proxy {
  constructor(text, exceptions) {
    let url;
    try {
      url = new URL(text);
    } catch {
      throw new ERR_PROXY_INVALID_CONFIG(`Invalid proxy URL: ${text}`);
    }
    const { hostname, port, protocol, username, password } = url;
    this.href = `${protocol}//${url.host}`;
    this.isSecure = protocol === 'https:';
    // An IPv6 address stands in brackets.
    this.host = hostname[0] === '[' ? StringPrototypeSlice(hostname, 1, -1) : hostname;
    this.port = port ? Number(port) : this.isSecure ? 443 : 80;
    this.authorization = username || password ?
      `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}` : undefined;
    this.exceptions = exceptions;
  }

  // Whether what goes to the place goes through here.
  serves(host, port) {
    const { exceptions } = this;
    for (let i = 0; i < exceptions.length; i++) if (isExcepted(exceptions[i], host, port)) return false;
    return true;
  }

  // What a request of HTTP says to the proxy.
  address(request, target, keepAlive) {
    request.path = `http://${target}${request.path}`;
    if (request._header) return;
    if (this.authorization !== undefined) request.setHeader('proxy-authorization', this.authorization);
    request.setHeader('proxy-connection', keepAlive ? 'keep-alive' : 'close');
  }

  // Connects to the proxy itself.
  connect(options) {
    const { host, port } = this;
    const own = { ...options, host, port, hostname: undefined, path: undefined, servername: undefined };
    return this.isSecure ? require('tls').connect(own) : require('net').createConnection(own);
  }

  // Calls back with a connection to `target` ("host:port") that goes through the proxy.
  tunnel(options, target, keepAlive, callback) {
    const socket = this.connect(options);
    let text = `CONNECT ${target} HTTP/1.1\r\n`;
    if (this.authorization !== undefined) text += `proxy-authorization: ${this.authorization}\r\n`;
    if (keepAlive) text += 'proxy-connection: keep-alive\r\n';
    text += `host: ${target}\r\n\r\n`;
    let answer = '';
    const done = (error) => {
      socket.removeListener('data', onData);
      socket.removeListener('end', onEnd);
      socket.removeListener('error', onError);
      if (error) socket.destroy();
      callback(error, error ? undefined : socket);
    };
    const fail = (why) => done(new ERR_PROXY_TUNNEL(`Failed to establish tunnel to ${target} via ${this.href}: ${why}`));
    const onError = (error) => done(error);
    const onEnd = () => fail('Connection to establish proxy tunnel ended unexpectedly');
    const onData = (bytes) => {
      answer += bytes.toString('latin1');
      const end = StringPrototypeIndexOf(answer, headEnd);
      if (end === -1) {
        if (answer.length > MAX_HEAD_BYTES) fail('the answer is too long');
        return;
      }
      const line = StringPrototypeSlice(answer, 0, StringPrototypeIndexOf(answer, '\r\n'));
      if (StringPrototypeSplit(line, ' ')[1] !== '200') {
        fail(line);
        return;
      }
      socket.pause();
      if (answer.length > end + headEnd.length) socket.unshift(Buffer.from(StringPrototypeSlice(answer, end + headEnd.length), 'latin1'));
      done(null);
    };
    socket.on('data', onData);
    socket.on('end', onEnd);
    socket.on('error', onError);
    socket.write(text, 'latin1');
  }
}

// An entry of NO_PROXY: `*`, a host, `.domain`, `*.domain`, an address, a range of addresses, each with a port or without.
function isExcepted(entry, host, port) {
  if (entry === '*') return true;
  const colon = StringPrototypeLastIndexOf(entry, ':');
  // More than one colon is an IPv6 address.
  if (colon !== -1 && StringPrototypeIndexOf(entry, ':') === colon) {
    if (StringPrototypeSlice(entry, colon + 1) !== `${port}`) return false;
    entry = StringPrototypeSlice(entry, 0, colon);
  }
  host = StringPrototypeToLowerCase(host);
  if (entry === host) return true;
  if (StringPrototypeStartsWith(entry, '*.')) return StringPrototypeEndsWith(host, StringPrototypeSlice(entry, 1));
  if (StringPrototypeStartsWith(entry, '.')) {
    return StringPrototypeEndsWith(host, entry) || host === StringPrototypeSlice(entry, 1);
  }
  const { 0: first, 1: last } = StringPrototypeSplit(entry, '-');
  if (last !== undefined && isIPv4(first) && isIPv4(last) && isIPv4(host)) {
    const number = numberOf(host);
    return number >= numberOf(first) && number <= numberOf(last);
  }
  return false;
}

function numberOf(address) {
  const parts = StringPrototypeSplit(address, '.');
  let number = 0;
  for (let i = 0; i < 4; i++) number = number * 256 + Number(parts[i]);
  return number;
}

// The proxy for a protocol, or null.
function proxyOf(protocol, env) {
  const text = protocol === 'https:' ? env.https_proxy || env.HTTPS_PROXY : env.http_proxy || env.HTTP_PROXY;
  // Other kinds of proxies are passed over.
  if (!text || !(StringPrototypeStartsWith(text, 'http://') || StringPrototypeStartsWith(text, 'https://'))) return null;
  const exceptions = [];
  const list = StringPrototypeSplit(env.no_proxy || env.NO_PROXY || '', ',');
  for (let i = 0; i < list.length; i++) {
    const entry = StringPrototypeToLowerCase(StringPrototypeTrim(list[i]));
    if (entry !== '') ArrayPrototypePush(exceptions, entry);
  }
  return new Proxy(text, exceptions);
}

// Agents and fetch go by other settings from here on; gives the function that goes back.
function setGlobalProxyFromEnv(proxyEnv = process.env) {
  validateObject(proxyEnv, 'proxyEnv');
  const isForHttp = !!(proxyEnv.http_proxy || proxyEnv.HTTP_PROXY);
  const isForHttps = !!(proxyEnv.https_proxy || proxyEnv.HTTPS_PROXY);
  const undo = [];
  if (isForHttp || isForHttps) ArrayPrototypePush(undo, require('web/fetch/proxy').replaceSettings(proxyEnv));
  const replaceAgent = (module) => {
    const { globalAgent } = module;
    module.globalAgent = new module.Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv });
    ArrayPrototypePush(undo, () => { module.globalAgent = globalAgent; });
  };
  if (isForHttp) replaceAgent(require('http'));
  if (isForHttps) replaceAgent(require('https'));
  return function restore() {
    for (let i = 0; i < undo.length; i++) undo[i]();
  };
}

module.exports = { Proxy, proxyOf, setGlobalProxyFromEnv };
