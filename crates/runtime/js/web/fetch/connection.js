// Connections of fetch, kept alive between requests: one request at a time on each, as many connections as there are requests.
//
// An exchange is one request and its response. Its listener has `onHead(status, statusText, names, values)`, `onBody(bytes)`,
// `onEnd()` and `onError(error)`, of which the last two end it. A connection that waits for nothing does not keep the process
// alive.
'use strict';

const {
  ArrayPrototypeIndexOf, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeSplice, MathMin, RegExpPrototypeExec, SafeMap,
  StringPrototypeToLowerCase,
} = primordials;

const { ResponseParser } = require('web/fetch/response_parser');
const { SocketError } = require('web/fetch/client_errors');

const KEEP_ALIVE_MS = 4000;
const MAX_KEEP_ALIVE_MS = 600000;
// A server closes a little before the time that it names.
const EARLY_MS = 1000;

// Connections that wait, by origin and the proxy on the way there: the one used last is used next.
const idle = new SafeMap();

class Connection {
  #socket;
  #place;
  #parser = new ResponseParser(this);
  #exchange = null;
  #isReusable = true;
  #keepAliveMs = KEEP_ALIVE_MS;
  #timer = null;
  #timerMs = 0;
  #hasFailed = false;

  constructor(place, socket) {
    this.#place = place;
    this.#socket = socket;
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (bytes) => this.#receive(bytes));
    this.#socket.on('end', () => this.#ended());
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new SocketError('other side closed', this.#socket)));
  }

  get socket() {
    return this.#socket;
  }

  begin(exchange) {
    this.#exchange = exchange;
    this.#isReusable = exchange.method !== 'HEAD';
    this.#socket.ref();
  }

  pause() {
    this.#socket.pause();
  }

  resume() {
    this.#socket.resume();
  }

  destroy() {
    this.#exchange = null;
    this.#forget();
    this.#socket.destroy();
  }

  // What the parser tells.

  onHead(status, statusText, isPersistent, names, values) {
    if (!isPersistent) this.#isReusable = false;
    for (let i = 0; i < names.length; i++) {
      const { length } = names[i];
      if (length !== 10) continue;
      const lower = StringPrototypeToLowerCase(names[i]);
      if (lower === 'connection' && RegExpPrototypeExec(/(?:^|,)[\t ]*close[\t ]*(?:,|$)/i, values[i]) !== null) this.#isReusable = false;
      else if (lower === 'keep-alive') this.#readKeepAlive(values[i]);
    }
    if (status === 101) {
      this.#isReusable = false;
      this.#exchange.onUpgrade(this, names, values);
    } else if (status === 100) {
      // Nothing was asked for that it would answer.
      throw new SocketError('bad response', this.#socket);
    } else if (status >= 200) {
      this.#exchange.onHead(status, statusText, names, values);
    }
    return this.#exchange === null || this.#exchange.method !== 'HEAD';
  }

  onBody(bytes) {
    this.#exchange?.onBody(bytes);
  }

  onComplete() {
    const exchange = this.#exchange;
    this.#exchange = null;
    // A server that answers before it was told everything is not asked again.
    if (this.#isReusable && exchange !== null && exchange.isSent && !this.#hasFailed) {
      this.#wait();
    } else {
      this.#forget();
      this.#socket.end();
      this.#socket.destroySoon();
    }
    exchange?.onEnd();
  }

  get isExpecting() {
    return this.#exchange !== null;
  }

  // What nobody asked for is no answer to the next request.
  onExtra() {
    this.destroy();
  }

  onUpgraded(bytes) {
    this.#exchange?.onBody(bytes);
  }

  #readKeepAlive(value) {
    const match = RegExpPrototypeExec(/timeout=(\d+)/i, value);
    if (match === null) return;
    const ms = MathMin(match[1] * 1000 - EARLY_MS, MAX_KEEP_ALIVE_MS);
    if (ms <= 0) this.#isReusable = false;
    else this.#keepAliveMs = ms;
  }

  #receive(bytes) {
    try {
      this.#parser.execute(bytes);
    } catch (error) {
      this.#fail(error);
    }
  }

  #ended() {
    let isWell = false;
    try {
      isWell = this.#parser.finish();
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (!isWell || this.#exchange !== null) this.#fail(new SocketError('other side closed', this.#socket));
    else this.destroy();
  }

  #fail(error) {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const exchange = this.#exchange;
    this.destroy();
    exchange?.onError(error);
  }

  #wait() {
    const known = idle.get(this.#place);
    if (known === undefined) idle.set(this.#place, [this]);
    else ArrayPrototypePush(known, this);
    this.#socket.resume();
    this.#socket.unref();
    // Its time goes on while the connection is asked, and says nothing then.
    if (this.#timer !== null && this.#timerMs === this.#keepAliveMs) {
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#timerMs = this.#keepAliveMs;
    this.#timer = setTimeout(() => this.#waited(), this.#timerMs);
    this.#timer.unref();
  }

  #waited() {
    this.#timer = null;
    if (this.#exchange === null) this.destroy();
  }

  #forget() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const known = idle.get(this.#place);
    const index = known === undefined ? -1 : ArrayPrototypeIndexOf(known, this);
    if (index !== -1) ArrayPrototypeSplice(known, index, 1);
    if (known?.length === 0) idle.delete(this.#place);
  }
}

const { clearTimeout, setTimeout } = require('timers');

// `through`: a tunnel to the place, if there is one.
function openSocket(url, through = undefined) {
  const { hostname, port, protocol } = url;
  const host = hostname[0] === '[' ? hostname.slice(1, -1) : hostname;
  if (protocol === 'https:' || protocol === 'wss:') {
    const { isPublic, requireBuiltin } = internalBinding('builtins');
    if (!isPublic('tls')) {
      const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
      throw new ERR_METHOD_NOT_IMPLEMENTED(`A request to ${protocol}, which needs tls,`);
    }
    const isAddress = require('internal/ip_address').isIP(host) !== 0;
    return requireBuiltin('tls').connect({
      host, port: port === '' ? 443 : +port, servername: isAddress ? undefined : host, ALPNProtocols: ['http/1.1'],
      socket: through,
    });
  }
  return require('net').connect({ host, port: port === '' ? 80 : +port });
}

// Calls back with an error or a connection to an address, through a proxy or straight: one that waits if there is one. Gives
// what can be destroyed as long as there is no connection, if that takes time.
function connectTo(url, proxy, callback) {
  const place = proxy === null ? url.origin : `${proxy.number} ${url.origin}`;
  const known = idle.get(place);
  while (known !== undefined && known.length !== 0) {
    const connection = ArrayPrototypePop(known);
    if (!connection.socket.destroyed && connection.socket.readyState === 'open') {
      callback(null, connection);
      return undefined;
    }
  }
  if (proxy === null) {
    callback(null, new Connection(place, openSocket(url)));
  } else if (url.protocol === 'https:') {
    const { openTunnel } = require('web/fetch/proxy');
    return openTunnel(proxy, url, (error, socket) => {
      if (error) callback(error);
      else callback(null, new Connection(place, openSocket(url, socket)));
    });
  } else {
    callback(null, new Connection(place, proxy.connect({})));
  }
  return undefined;
}

module.exports = { Connection, connectTo };
