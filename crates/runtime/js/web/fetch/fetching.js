// One call of fetch, from the request to the response: schemes, redirections, abort, the stream of the body.
//
// An error before the response rejects with `fetch failed`, one in the body fails its stream with `terminated`; what happened is
// the cause. An abort gives the reason of the signal in both places.
'use strict';

const {
  ArrayPrototypeIncludes, ArrayPrototypePush, Error, PromiseResolve, StringPrototypeToLowerCase, TypeError, Uint8Array,
} = primordials;

const { URL } = require('internal/url/url');
const { isTrustworthy } = require('web/fetch/address');
const { Body } = require('web/fetch/body');
const { ResponseState, faceOf } = require('web/fetch/response');
const bytesStream = require('web/streams/readable_byte_controller');
const { soon } = require('web/streams/promises');
const { makeByteStream } = require('web/streams/readable_stream');

const { isWindow } = internalBinding('options').loop;

const MAX_REDIRECTIONS = 20;
const BODY_BYTES = 131072;
// What browsers refuse, because other protocols are spoken there.
const BAD_PORTS = [
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115,
  117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587,
  601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
];
const DROPPED_ACROSS_ORIGINS = ['authorization', 'proxy-authorization', 'cookie', 'host'];
const DROPPED_WITH_BODY = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'];

class Fetching {
  #request;
  #resolve;
  #reject;
  #url;
  #method;
  #body;
  #list;
  #redirections = 0;
  #isElsewhere = false; // Another origin was asked than the program named.
  #exchange = null;
  #stop = undefined; // Ends a load of a page.
  #stream = undefined;
  #hasArrived = false;
  #isOver = false;
  #forgetSignal = undefined;

  // `request`: the state of a Request.
  constructor(request, resolve, reject) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#url = request.url;
    this.#method = request.method;
    this.#body = request.body;
    this.#list = request.list;
  }

  begin() {
    const { signal } = this.#request;
    if (signal !== undefined) {
      const abort = () => this.#abort(signal.reason);
      signal.addEventListener('abort', abort, { __proto__: null, once: true });
      this.#forgetSignal = () => signal.removeEventListener('abort', abort);
    }
    if (this.#body !== null) {
      // The body is this call's from here on.
      const { text, bytes, stream } = this.#body;
      this.#body = new Body(text, bytes, stream);
      this.#request.body.isRead = true;
    }
    this.#go();
  }

  #go() {
    const url = this.#url;
    if (isWindow && (url.protocol === 'file:' || url.protocol === 'data:')) {
      this.#load();
      return;
    }
    switch (url.protocol) {
      case 'http:':
      case 'https:':
        if (url.port !== '' && ArrayPrototypeIncludes(BAD_PORTS, +url.port)) this.#failSoon(new Error('bad port'));
        else this.#ask();
        break;
      case 'data:':
        this.#readData();
        break;
      case 'blob:':
        this.#readBlob();
        break;
      case 'about:':
        this.#failSoon(new Error('about scheme is not supported'));
        break;
      // Node reads no files this way, and these are its words for it.
      case 'file:':
        this.#failSoon(new Error('not implemented... yet...'));
        break;
      default:
        this.#failSoon(new Error('unknown scheme'));
    }
  }

  // What a page loads without a network.
  #load() {
    const { load } = require('web/fetch/load');
    this.#stop = load(this.#url.href, (error, loaded) => {
      if (error !== null && error !== undefined) {
        this.#fail(error);
      } else if (this.#method !== 'GET' && this.#method !== 'HEAD') {
        this.#fail(new TypeError(`${this.#method} is not possible`));
      } else {
        const { bytes, status, statusText, type } = loaded;
        this.#answer(status, statusText, type === '' ? [] : [['content-type', type]], new Body(undefined, bytes, undefined));
      }
    });
  }

  #readData() {
    const data = require('internal/url/data_url').parseDataUrl(this.#url.href);
    const bytes = data === null ? null : data.bytes();
    if (bytes === null) {
      this.#failSoon(new Error('failed to fetch the data URL'));
      return;
    }
    const body = this.#method === 'HEAD' ? null : new Body(undefined, new Uint8Array(bytes), undefined);
    this.#answer(200, 'OK', [['content-type', data.type]], body);
  }

  #readBlob() {
    const { blobToLoad, bytesOf } = require('internal/buffer/blob');
    const blob = this.#method === 'GET' ? blobToLoad(this.#url.href) : undefined;
    if (blob === undefined) {
      this.#failSoon(new Error('invalid method'));
      return;
    }
    this.#answer(200, 'OK', [['content-length', `${blob.size}`], ['content-type', blob.type]], new Body(undefined, bytesOf(blob), undefined));
  }

  #answer(status, statusText, pairs, body) {
    const response = new ResponseState();
    response.status = status;
    response.statusText = statusText;
    for (let i = 0; i < pairs.length; i++) response.list.append(pairs[i][0], pairs[i][1]);
    this.#give(response, body);
  }

  #give(response, body) {
    response.type = this.#isElsewhere ? 'cors' : 'basic';
    response.url = this.#url.href;
    response.isRedirected = this.#redirections > 0;
    response.isImmutable = true;
    response.body = body;
    if (body === null || body.stream === undefined) this.#end();
    this.#resolve(faceOf(response));
  }

  // Over HTTP.

  #ask() {
    const { Exchange } = require('web/fetch/exchange');
    let response = null;
    let isDropped = false;
    // In a page: what comes before the task that makes the stream, in order.
    let early = null;
    const exchange = this.#exchange = new Exchange(this.#method, {
      __proto__: null,
      onHead: (status, statusText, names, values) => {
        response = new ResponseState();
        response.status = status;
        response.statusText = statusText;
        for (let i = 0; i < names.length; i++) response.list.append(names[i], values[i]);
        isDropped = this.#redirect(response, exchange);
        if (isDropped) return;
        if (!isWindow) {
          this.#receive(response, exchange);
          return;
        }
        early = [];
        inTask(() => {
          this.#receive(response, exchange);
          const events = early;
          early = null;
          for (let i = 0; i < events.length; i++) events[i]();
        });
      },
      onBody: (bytes) => {
        if (early !== null) {
          // The stream asks for more when it is there.
          exchange.pause();
          ArrayPrototypePush(early, () => this.#enqueue(bytes, exchange));
        } else if (!isDropped) {
          this.#enqueue(bytes, exchange);
        }
      },
      onEnd: () => {
        if (early !== null) ArrayPrototypePush(early, () => this.#arrive());
        else if (!isDropped) this.#arrive();
      },
      onError: (error) => {
        if (early !== null) ArrayPrototypePush(early, () => this.#break(error));
        else if (isDropped) return;
        else if (response === null) this.#fail(error);
        else this.#break(error);
      },
    });
    // Who aborts at once has asked for nothing.
    soon(() => {
      if (!this.#isOver) exchange.begin(this.#url, this.#firstFields(), this.#fields(), this.#body);
    });
  }

  #enqueue(bytes, exchange) {
    if (this.#stream === undefined) return;
    const { controller } = this.#stream;
    // The stream takes its bytes away from whoever had them.
    bytesStream.enqueue(controller, bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes));
    if (controller.mark - controller.size <= 0) exchange.pause();
  }

  #arrive() {
    this.#hasArrived = true;
    if (this.#stream === undefined) this.#end();
    else this.#closeIfAwaited();
  }

  #break(error) {
    this.#end();
    if (this.#stream !== undefined) {
      bytesStream.failController(this.#stream.controller, new TypeError('terminated', { __proto__: null, cause: error }));
    }
  }

  // The lines of the head: those about the connection, and the others.
  #firstFields() {
    const connection = this.#list.get('connection') ?? (this.#method === 'HEAD' ? 'close' : 'keep-alive');
    return `host: ${this.#url.host}\r\nconnection: ${connection}\r\n`;
  }

  #fields() {
    const { cache, mode, referrer } = this.#request;
    const list = this.#list;
    let fields = '';
    list.forEach((name, value, lower) => {
      if (lower !== 'connection' && lower !== 'host' && lower !== 'content-length' && lower !== 'transfer-encoding') {
        fields += `${name}: ${value}\r\n`;
      }
    });
    if (!list.has('accept')) fields += 'accept: */*\r\n';
    if (!list.has('accept-language')) fields += 'accept-language: *\r\n';
    if (referrer !== '' && referrer !== 'about:client' && !list.has('referer')) fields += `referer: ${refererOf(referrer, this.#url)}\r\n`;
    // What travels in the open says nothing of where it is meant to be shown.
    if (!list.has('sec-fetch-mode') && isTrustworthy(this.#url)) fields += `sec-fetch-mode: ${mode}\r\n`;
    if (!list.has('user-agent')) fields += 'user-agent: node\r\n';
    if (cache === 'no-store' || cache === 'reload') {
      if (!list.has('pragma')) fields += 'pragma: no-cache\r\n';
      if (!list.has('cache-control')) fields += 'cache-control: no-cache\r\n';
    } else if (cache === 'no-cache' && !list.has('cache-control')) {
      fields += 'cache-control: max-age=0\r\n';
    }
    if (!list.has('accept-encoding')) fields += `accept-encoding: ${this.#encodings()}\r\n`;
    return fields;
  }

  #encodings() {
    const { canDecode } = require('web/fetch/content_encoding');
    if (this.#list.has('range') || !canDecode()) return 'identity';
    return this.#url.protocol === 'https:' ? 'br, gzip, deflate, zstd' : 'gzip, deflate';
  }

  // True if the answer is that it is elsewhere, and is being asked for there, or that this is an error.
  #redirect(response, exchange) {
    const { status, list } = response;
    if (status !== 301 && status !== 302 && status !== 303 && status !== 307 && status !== 308) return false;
    const { redirect } = this.#request;
    if (redirect === 'manual') return false;
    if (redirect === 'error') return this.#refuse(exchange, new Error('unexpected redirect'));
    const location = list.get('location');
    if (location === null) return false;
    let url;
    try {
      url = new URL(location, this.#url.href);
    } catch (error) {
      return this.#refuse(exchange, error);
    }
    if (url.hash === '') url.hash = this.#url.hash;
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return this.#refuse(exchange, new Error('URL scheme must be a HTTP(S) scheme'));
    }
    if (this.#redirections === MAX_REDIRECTIONS) return this.#refuse(exchange, new Error('redirect count exceeded'));
    this.#redirections++;
    const isSameOrigin = url.origin === this.#url.origin;
    if (this.#request.mode === 'cors' && (url.username !== '' || url.password !== '') && !isSameOrigin) {
      return this.#refuse(exchange, new Error('cross origin not allowed for request mode "cors"'));
    }
    // A stream that has been sent can not be sent again.
    if (status !== 303 && this.#body !== null && this.#body.length === null) return this.#refuse(exchange, new Error(''));
    const turnsToGet = ((status === 301 || status === 302) && this.#method === 'POST') ||
      (status === 303 && this.#method !== 'GET' && this.#method !== 'HEAD');
    this.#list = this.#list.copy();
    if (turnsToGet) {
      this.#method = 'GET';
      this.#body = null;
      for (let i = 0; i < DROPPED_WITH_BODY.length; i++) this.#list.delete(DROPPED_WITH_BODY[i]);
    }
    if (!isSameOrigin) {
      this.#isElsewhere = true;
      for (let i = 0; i < DROPPED_ACROSS_ORIGINS.length; i++) this.#list.delete(DROPPED_ACROSS_ORIGINS[i]);
    }
    this.#url = url;
    process.nextTick(() => {
      if (!this.#isOver) this.#go();
    });
    return true;
  }

  #refuse(exchange, cause) {
    exchange.abort(cause);
    this.#fail(cause);
    return true;
  }

  #receive(response, exchange) {
    if (this.#isOver) return;
    const { status } = response;
    if (this.#method === 'HEAD' || status === 101 || status === 103 || status === 204 || status === 205 || status === 304) {
      this.#give(response, null);
      return;
    }
    const stream = this.#stream = makeByteStream({
      __proto__: null,
      pull: () => {
        if (this.#hasArrived) soon(() => this.#closeIfAwaited());
        else exchange.resume();
      },
      cancel: (reason) => {
        exchange.abort(reason);
        this.#end();
        return PromiseResolve();
      },
    }, BODY_BYTES);
    const { decoded } = require('web/fetch/content_encoding');
    const encoding = response.list.get('content-encoding');
    let body;
    try {
      body = encoding === null ? stream : decoded(stream, StringPrototypeToLowerCase(encoding));
    } catch (error) {
      exchange.abort(error);
      this.#fail(error);
      return;
    }
    const { integrity } = this.#request;
    if (integrity === '') this.#give(response, new Body(undefined, undefined, body));
    else this.#check(response, new Body(undefined, undefined, body), integrity);
  }

  // Only bytes whose digest is known are given.
  #check(response, body, integrity) {
    body.readAll((bytes) => {
      if (require('web/fetch/integrity').matches(bytes, integrity)) this.#give(response, new Body(undefined, bytes, undefined));
      else this.#fail(new Error('integrity mismatch'));
    }, (error) => this.#fail(error));
  }

  #failSoon(cause) {
    if (isWindow) inTask(() => this.#fail(cause));
    else this.#fail(cause);
  }

  #fail(cause) {
    if (this.#isOver) return;
    this.#end();
    this.#reject(new TypeError(isWindow ? 'Failed to fetch' : 'fetch failed', { __proto__: null, cause }));
  }

  #abort(reason) {
    if (this.#isOver) return;
    this.#end();
    this.#stop?.();
    this.#exchange?.abort(reason);
    this.#reject(reason);
    if (this.#stream !== undefined) bytesStream.failController(this.#stream.controller, reason);
  }

  // The end is told to whoever asks for more. Until then what has arrived can be aborted.
  #closeIfAwaited() {
    const { controller, reader } = this.#stream;
    if (controller.pending.length === 0 && !(reader?.requests.length > 0)) return;
    closeStream(this.#stream);
    this.#end();
  }

  #end() {
    this.#isOver = true;
    this.#forgetSignal?.();
    this.#forgetSignal = undefined;
  }
}

function closeStream(stream) {
  bytesStream.closeController(stream.controller);
  if (stream.controller.pending.length !== 0) bytesStream.respond(stream.controller, 0);
}

// In a page answers come in tasks.
function inTask(callback) {
  if (!isWindow) {
    callback();
    return;
  }
  const { SOURCES, queueTask } = require('web/window/event_loop');
  queueTask(SOURCES.networking, callback);
}

// Another origin learns of the origin alone.
function refererOf(referrer, url) {
  const from = new URL(referrer);
  if (from.origin !== url.origin) return `${from.origin}/`;
  from.hash = from.username = from.password = '';
  return from.href;
}

module.exports = { Fetching };
