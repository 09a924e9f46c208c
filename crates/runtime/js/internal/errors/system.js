// Errors of system calls: those shaped like libuv's (`ENOENT: no such file or
// directory, open 'x'`), those of sockets and name lookups, and SystemError,
// the base of codes that carry the context of a call in `info`.
//
// The functions may be called with or without `new`. Error numbers are
// negative, as libuv has them.
'use strict';

const {
  Error,
  ObjectDefineProperties,
  ObjectDefineProperty,
  SafeMap,
} = primordials;

let errorMap;

// A number's [name, message].
function uvErrors() {
  errorMap ??= new SafeMap(internalBinding('uv').getErrors());
  return errorMap;
}

const uvErrmapGet = (errno) => uvErrors().get(errno);

const unknownError = ['UNKNOWN', 'unknown error'];

// `context` is { errno, syscall } and, where there are any, code, message,
// path and dest. Code and message are looked up when they are not given.
function UVException(context) {
  const { 0: name, 1: text } = context.code !== undefined && context.message !== undefined ?
    [context.code, context.message] : uvErrmapGet(context.errno) ?? unknownError;
  const code = context.code ?? name;
  let message = `${code}: ${context.message ?? text}, ${context.syscall}`;
  const path = context.path === undefined ? undefined : `${context.path}`;
  const dest = context.dest === undefined ? undefined : `${context.dest}`;
  if (path !== undefined) message += ` '${path}'`;
  if (dest !== undefined) message += ` -> '${dest}'`;

  const error = new Error(message);
  error.errno = context.errno;
  error.code = code;
  error.syscall = context.syscall;
  if (path !== undefined) error.path = path;
  if (dest !== undefined) error.dest = dest;
  return error;
}

function nameOf(errno) {
  return (uvErrmapGet(errno) ?? unknownError)[0];
}

// `open ENOENT`, or with the original message behind.
function ErrnoException(errno, syscall, original) {
  const code = nameOf(errno);
  const error = new Error(original ? `${syscall} ${code} ${original}` : `${syscall} ${code}`);
  error.errno = errno;
  error.code = code;
  error.syscall = syscall;
  return error;
}

function endpoint(address, port) {
  if (port && port > 0) return ` ${address}:${port}`;
  return address ? ` ${address}` : '';
}

// `connect ECONNREFUSED 127.0.0.1:80`.
function ExceptionWithHostPort(errno, syscall, address, port, additional) {
  const code = nameOf(errno);
  const local = additional ? ` - Local (${additional})` : '';
  const error = new Error(`${syscall} ${code}${endpoint(address, port)}${local}`);
  error.errno = errno;
  error.code = code;
  error.syscall = syscall;
  error.address = address;
  if (port) error.port = port;
  return error;
}

// `connect ECONNREFUSED: connection refused 127.0.0.1:80`.
function UVExceptionWithHostPort(errno, syscall, address, port) {
  const { 0: code, 1: text } = uvErrmapGet(errno) ?? unknownError;
  const error = new Error(`${syscall} ${code}: ${text}${endpoint(address, port)}`);
  error.code = code;
  error.errno = errno;
  error.syscall = syscall;
  error.address = address;
  if (port) error.port = port;
  return error;
}

// libuv's numbers of a name that is not there: EAI_NODATA and EAI_NONAME.
const EAI_NODATA = -3007;
const EAI_NONAME = -3008;

// `getaddrinfo ENOTFOUND host`; `code` may be a number or a name.
function DNSException(code, syscall, hostname) {
  let errno;
  if (typeof code === 'number') {
    errno = code;
    code = code === EAI_NODATA || code === EAI_NONAME ? 'ENOTFOUND' : nameOf(code);
  }
  const error = new Error(`${syscall} ${code}${hostname ? ` ${hostname}` : ''}`);
  error.errno = errno;
  error.code = code;
  error.syscall = syscall;
  if (hostname) error.hostname = hostname;
  return error;
}

function ConnResetException(message) {
  const error = new Error(message);
  error.code = 'ECONNRESET';
  return error;
}


// An error made from the context of a call: { code, message, errno, syscall,
// path, dest }, which stays reachable and writable through the error.
class SystemError extends Error {
  constructor(key, prefix, context) {
    let message = `${prefix}: ${context.syscall} returned ${context.code} (${context.message})`;
    if (context.path !== undefined) message += ` ${context.path}`;
    if (context.dest !== undefined) message += ` => ${context.dest}`;
    super(message);
    this.code = key;
    ObjectDefineProperties(this, {
      name: {
        __proto__: null, value: 'SystemError', enumerable: false, writable: true, configurable: true,
      },
      info: { __proto__: null, value: context, enumerable: true, configurable: true, writable: false },
      errno: fieldOf(context, 'errno', (value) => value),
      syscall: fieldOf(context, 'syscall', (value) => value),
    });
    if (context.path !== undefined) {
      ObjectDefineProperty(this, 'path', fieldOf(context, 'path', (value) => `${value}`));
    }
    if (context.dest !== undefined) {
      ObjectDefineProperty(this, 'dest', fieldOf(context, 'dest', (value) => `${value}`));
    }
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}

function fieldOf(context, name, read) {
  return {
    __proto__: null,
    get() { return read(context[name]); },
    set(value) { context[name] = value; },
    enumerable: true,
    configurable: true,
  };
}

function makeSystemErrorClass(key, prefix) {
  const { kIsNodeError } = require('internal/errors');
  return class NodeError extends SystemError {
    constructor(context) {
      super(key, prefix, context);
    }

    get [kIsNodeError]() {
      return true;
    }
  };
}

module.exports = {
  ConnResetException,
  DNSException,
  ErrnoException,
  ExceptionWithHostPort,
  SystemError,
  UVException,
  UVExceptionWithHostPort,
  errnoException: ErrnoException,
  makeSystemErrorClass,
  uvErrmapGet,
  uvErrors,
  uvException: UVException,
};
