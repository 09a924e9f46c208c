// `session.socket`: the socket, without what would break the session if it were done behind its back.
'use strict';

const { FunctionPrototypeBind, Proxy, ReflectGetPrototypeOf } = primordials;

const { codes: { ERR_HTTP2_NO_SOCKET_MANIPULATION, ERR_HTTP2_SOCKET_UNBOUND } } = require('internal/errors');

function isForbidden(name) {
  return name === 'pause' || name === 'read' || name === 'resume' || name === 'write' || name === 'setEncoding' ||
    name === 'setKeepAlive' || name === 'setNoDelay';
}


const bound = (receiver, value) => (typeof value === 'function' ? FunctionPrototypeBind(value, receiver) : value);

function makeSocketProxy(session, socketOf) {
  const here = () => {
    const socket = socketOf(session);
    if (socket === undefined) throw new ERR_HTTP2_SOCKET_UNBOUND();
    return socket;
  };
  return new Proxy(session, {
    __proto__: null,
    get(_session, name) {
      if (name === 'setTimeout' || name === 'ref' || name === 'unref') return bound(session, session[name]);
      if (name === 'destroy' || name === 'emit' || name === 'end') return bound(here(), here()[name]);
      if (isForbidden(name)) throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
      const socket = here();
      return bound(socket, socket[name]);
    },
    has(_session, name) { return name in here(); },
    getPrototypeOf() { return ReflectGetPrototypeOf(here()); },
    set(_session, name, value) {
      if (name === 'setTimeout' || name === 'ref' || name === 'unref') {
        session[name] = value;
      } else if (isForbidden(name)) {
        throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
      } else {
        here()[name] = value;
      }
      return true;
    },
  });
}

module.exports = { makeSocketProxy };
