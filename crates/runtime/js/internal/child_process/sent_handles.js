// What travels with a message: how a server, a socket or a native handle is sent, and what it is where it arrives.
//
// A row is `{ send, sent, receive }`. `send` gives the native handle, or nothing if there is none any more; `sent` is called
// when the message has gone; `receive` makes an object of the handle and hands it on.
'use strict';

const { codes: { ERR_INVALID_HANDLE_TYPE } } = require('internal/errors');
const socketLists = require('internal/child_process/socket_list');

const kinds = {
  __proto__: null,

  'net.Native': {
    send: (message, handle) => handle,
    receive(target, message, handle, emit) { emit(handle); },
  },

  'net.Server': {
    send: (message, server) => server._handle,
    receive(target, message, handle, emit) {
      const { Server } = require('net');
      const server = new Server();
      server.listen(handle, () => emit(server));
    },
  },

  'net.Socket': {
    send(message, socket, options, target) {
      const handle = socket._handle;
      // The server's count of its connections is now shared with the other process.
      if (socket.server) {
        message.key = socket.server._connectionKey;
        const { server } = socket;
        socketLists.sent(target, message.key, (list) => server._setupWorker(list));
        if (!options.keepOpen) socket.server._connections--;
      }
      // What still comes is for the receiver.
      if (handle && !options.keepOpen) {
        handle.onread = ignore;
        handle.readStop();
        socket._handle = null;
        socket.setTimeout(0);
        socket._server = null;
      }
      return handle;
    },
    // Ours is closed when the other side has its own: if it did not arrive, it is sent again.
    sent(message, handle, options, callback, target) {
      if (!handle || options.keepOpen) return;
      if (target) target._pendingMessage = { callback, message, handle, options, retransmissions: 0 };
      else handle.close();
    },
    receive(target, message, handle, emit) {
      const { Socket } = require('net');
      const socket = new Socket({ handle, readable: true, writable: true });
      if (message.key) socketLists.received(target, message.key).add(socket);
      emit(socket);
    },
  },
};

kinds['dgram.Native'] = kinds['net.Native'];

kinds['dgram.Socket'] = {
  send(message, socket) {
    message.dgramType = socket.type;
    return require('internal/dgram/socket').handleOf(socket);
  },
  receive(target, message, handle, emit) {
    const { Socket } = require('internal/dgram/socket');
    const socket = new Socket(message.dgramType);
    socket.bind(handle, () => emit(socket));
  },
};

function ignore() {}

// The name of the row for what a program wants to send.
function kindOf(handle) {
  const { Server, Socket } = require('net');
  if (handle instanceof Socket) return 'net.Socket';
  if (handle instanceof Server) return 'net.Server';
  const { Pipe, TCP } = require('internal/streams/handle');
  if (handle instanceof TCP || handle instanceof Pipe) return 'net.Native';
  if (internalBinding('builtins').isLoaded('internal/dgram/socket')) {
    if (handle instanceof require('internal/dgram/socket').Socket) return 'dgram.Socket';
    if (handle instanceof require('internal/dgram/handle').UDP) return 'dgram.Native';
  }
  throw new ERR_INVALID_HANDLE_TYPE();
}

module.exports = { kindOf, kinds };
