// The proxies that fetch and WebSocket go through, named by the environment or by `http.setGlobalProxyFromEnv`.
//
// What goes to http: is asked of the proxy with the whole URL; what goes to https: goes through a tunnel, which CONNECT opens.
// NO_PROXY means a little more here than for agents of `http`, as in Node: a name stands for all below it, too.
'use strict';

const {
  ArrayPrototypePush, NumberParseInt, RegExpPrototypeExec, RegExpPrototypeSymbolReplace, RegExpPrototypeSymbolSplit,
  StringPrototypeEndsWith, StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeToLowerCase,
} = primordials;

const { codes: { ERR_PROXY_INVALID_CONFIG } } = require('internal/errors');
const { URL } = require('internal/url/url');
const { InvalidArgumentError, ProxyConnectionError, RequestAbortedError, SocketError } = require('web/fetch/client_errors');

// undefined until something is asked for.
let current;
let count = 0;

class ProxySettings {
  #http;
  #https;
  #exceptions = [];

  constructor(env) {
    this.#http = makeProxy(env.http_proxy ?? env.HTTP_PROXY);
    // What serves http: serves https: unless another does.
    this.#https = makeProxy(env.https_proxy ?? env.HTTPS_PROXY) ?? this.#http;
    const list = RegExpPrototypeSymbolSplit(/[,\s]+/, env.no_proxy ?? env.NO_PROXY ?? '');
    for (let i = 0; i < list.length; i++) if (list[i] !== '') ArrayPrototypePush(this.#exceptions, exceptionOf(list[i]));
  }

  // The proxy for an address, or null.
  proxyFor(url) {
    const isSecure = url.protocol === 'https:';
    const proxy = isSecure ? this.#https : this.#http;
    if (proxy === null) return null;
    const name = nameOf(url.hostname);
    const port = url.port === '' ? isSecure ? 443 : 80 : +url.port;
    const exceptions = this.#exceptions;
    for (let i = 0; i < exceptions.length; i++) {
      const { name: excepted, port: only } = exceptions[i];
      if (only !== 0 && only !== port) continue;
      if (excepted === '*' || name === excepted || StringPrototypeEndsWith(name, `.${excepted}`)) return null;
    }
    return proxy;
  }
}

const NO_PROXIES = { __proto__: null, proxyFor: () => null };

function makeProxy(text) {
  if (!text) return null;
  if (RegExpPrototypeExec(/^socks5?:\/\//i, text) !== null) {
    throw new ERR_PROXY_INVALID_CONFIG(`Proxies of SOCKS are not implemented: ${text}`);
  }
  if (!URL.canParse(text)) throw new ERR_PROXY_INVALID_CONFIG(text);
  const { Proxy } = require('internal/http/proxy');
  const proxy = new Proxy(text, []);
  // What one setting has opened is not used by another.
  proxy.number = ++count;
  if (!StringPrototypeStartsWith(proxy.href, 'http:') && !StringPrototypeStartsWith(proxy.href, 'https:')) {
    throw new InvalidArgumentError('Invalid URL protocol: the URL must start with `http:` or `https:`.');
  }
  return proxy;
}

function exceptionOf(text) {
  const match = RegExpPrototypeExec(/^([^:]+|\[.*\]):(\d+)$/, text);
  const name = match === null ? text : match[1];
  return {
    __proto__: null,
    name: nameOf(RegExpPrototypeSymbolReplace(/^\*?\./, StringPrototypeToLowerCase(name), '')),
    port: match === null ? 0 : NumberParseInt(match[2], 10),
  };
}

function nameOf(host) {
  return host[0] === '[' ? StringPrototypeSlice(host, 1, -1) : host;
}

function proxyFor(url) {
  if (current === undefined) {
    const env = require('internal/http/agent').proxyEnvOfProcess();
    current = env === undefined ? NO_PROXIES : new ProxySettings(env);
  }
  return current.proxyFor(url);
}

// Goes by other settings from here on; gives the function that goes back.
function replaceSettings(env) {
  const before = current;
  current = new ProxySettings(env);
  return () => { current = before; };
}

// Opens a way through the proxy and calls back with an error or its socket. Gives the socket, for who wants it no more.
function openTunnel(proxy, url, callback) {
  const { DOMException } = require('internal/errors/dom_exception');
  const { ResponseParser } = require('web/fetch/response_parser');
  const socket = proxy.connect({});
  let isOver = false;
  const done = (error) => {
    if (isOver) return;
    isOver = true;
    socket.removeListener('data', onData);
    socket.removeListener('end', onEnd);
    socket.removeListener('error', done);
    socket.removeListener('close', onEnd);
    if (error) {
      socket.on('error', () => {});
      socket.destroy();
    }
    callback(error, socket);
  };
  const parser = new ResponseParser({
    __proto__: null,
    isExpecting: true,
    onHead(status) {
      if (status === 200) {
        socket.pause();
        done(null);
      } else {
        const error = new DOMException('Request was cancelled.');
        error.cause = new RequestAbortedError(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
        done(error);
      }
      return false;
    },
    onBody() {},
    onComplete() {},
    onExtra() {},
  });
  const onData = (bytes) => {
    try {
      parser.execute(bytes);
    } catch (error) {
      done(error);
    }
  };
  const onEnd = () => done(new ProxyConnectionError(new SocketError('other side closed', socket)));
  socket.on('data', onData);
  socket.on('end', onEnd);
  socket.on('error', done);
  socket.on('close', onEnd);
  const port = url.port === '' ? '443' : url.port;
  let head = `CONNECT ${url.hostname}:${port} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: close\r\n`;
  if (proxy.authorization !== undefined) head += `proxy-authorization: ${proxy.authorization}\r\n`;
  socket.write(`${head}proxy-connection: keep-alive\r\n\r\n`, 'latin1');
  return socket;
}

module.exports = { openTunnel, proxyFor, replaceSettings };
