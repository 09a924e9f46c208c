// What goes wrong with a connection of fetch, by the names and codes that programs know.
'use strict';

const { Error, ObjectDefineProperty } = primordials;

class ClientError extends Error {
  constructor(name, message, code = undefined) {
    super(message);
    this.name = name;
    if (code !== undefined) this.code = code;
  }
}

class SocketError extends ClientError {
  constructor(message, socket) {
    super('SocketError', message, 'UND_ERR_SOCKET');
    this.socket = socket === undefined ? undefined : {
      localAddress: socket.localAddress,
      localPort: socket.localPort,
      remoteAddress: socket.remoteAddress,
      remotePort: socket.remotePort,
      remoteFamily: socket.remoteFamily,
      timeout: socket.timeout,
      bytesWritten: socket.bytesWritten,
      bytesRead: socket.bytesRead,
    };
  }
}

class HTTPParserError extends ClientError {
  constructor(why) {
    super('HTTPParserError', `Response does not match the HTTP/1.1 protocol (${why})`);
  }
}

class HeadersOverflowError extends ClientError {
  constructor() {
    super('HeadersOverflowError', 'Headers Overflow Error', 'UND_ERR_HEADERS_OVERFLOW');
  }
}

class ResponseContentLengthMismatchError extends ClientError {
  constructor() {
    super('ResponseContentLengthMismatchError', 'Response body length does not match content-length header',
      'UND_ERR_RES_CONTENT_LENGTH_MISMATCH');
  }
}

class RequestContentLengthMismatchError extends ClientError {
  constructor() {
    super('RequestContentLengthMismatchError', 'Request body length does not match content-length header',
      'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH');
  }
}

class InvalidArgumentError extends ClientError {
  constructor(message) {
    super('InvalidArgumentError', message, 'UND_ERR_INVALID_ARG');
  }
}

class RequestAbortedError extends ClientError {
  constructor(message) {
    super('AbortError', message, 'UND_ERR_ABORTED');
  }
}

class ProxyConnectionError extends ClientError {
  constructor(cause) {
    super('ProxyConnectionError', 'Proxy Connection failed', 'UND_ERR_PRX_CONN');
    ObjectDefineProperty(this, 'cause', { __proto__: null, value: cause, writable: true, enumerable: false, configurable: true });
  }
}

class HeadersTimeoutError extends ClientError {
  constructor() {
    super('HeadersTimeoutError', 'Headers Timeout Error', 'UND_ERR_HEADERS_TIMEOUT');
  }
}

module.exports = {
  HTTPParserError, HeadersOverflowError, HeadersTimeoutError, InvalidArgumentError, ProxyConnectionError, RequestAbortedError,
  RequestContentLengthMismatchError, ResponseContentLengthMismatchError, SocketError,
};
