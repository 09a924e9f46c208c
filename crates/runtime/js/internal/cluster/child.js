// cluster in a worker: its servers listen through the primary.
'use strict';

const { SafeMap, SafeSet } = primordials;

const EventEmitter = require('events');
const { Worker, hear, tell } = require('internal/cluster/worker');
const { owner } = require('internal/streams/handle');

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

const cluster = module.exports = new EventEmitter();

// What the primary has given us to listen on, by its key.
const handles = new SafeMap();
// How many times we listen at the same place: each needs a handle of its own.
const indexes = new SafeMap();

cluster.isWorker = true;
cluster.isMaster = false;
cluster.isPrimary = false;
cluster.worker = null;
cluster.Worker = Worker;

const send = (message, onAnswer) => tell(process, message, undefined, onAnswer);

cluster._setupWorker = function() {
  const worker = new Worker({ id: +process.env.NODE_UNIQUE_ID | 0, process, state: 'online' });
  cluster.worker = worker;
  process.once('disconnect', () => {
    worker.emit('disconnect');
    // Nobody asked for this: without its primary a worker is nothing.
    if (!worker.exitedAfterDisconnect) process.exit(0);
  });
  hear(process, (message, handle) => {
    if (message.act === 'newconn') onConnection(message, handle);
    else if (message.act === 'disconnect') disconnect(worker, 'asked');
  });
  send({ act: 'online' });
};

// `callback(errno, handle)` with what the server listens on.
cluster._getServer = function(server, options, callback) {
  const { addressType, fd, port } = options;
  const address = placeOf(options);
  const place = `${address}:${port}:${addressType}:${fd}`;
  const index = takeIndex(place);
  const message = { ...options, address, act: 'queryServer', index, data: server._getServerData?.() ?? null };
  send(message, (reply, handle) => {
    server._setServerData?.(reply.data);
    const leave = () => {
      send({ act: 'close', key: reply.key });
      handles.delete(reply.key);
      indexes.get(place).delete(index);
    };
    if (handle) {
      keep(reply.key, handle, leave);
      callback(reply.errno, handle);
    } else if (reply.errno) {
      callback(reply.errno, null);
    } else {
      const dealt = new DealtHandle(reply.sockname, leave);
      handles.set(reply.key, dealt);
      callback(0, dealt);
    }
  });
  server.once('listening', () => {
    cluster.worker.state = 'listening';
    const found = server.address();
    send({ ...message, act: 'listening', port: found?.port || port });
  });
};

// The primary may work in another folder.
function placeOf({ address, addressType, port }) {
  const isPath = port === -1 && addressType === -1 && typeof address === 'string' && address[0] !== '\0';
  return isPath ? require('path').resolve(address) : address;
}

function takeIndex(place) {
  let taken = indexes.get(place);
  if (taken === undefined) indexes.set(place, taken = new SafeSet());
  let index = 0;
  while (taken.has(index)) index++;
  taken.add(index);
  return index;
}

// A shared handle is a real one; the primary hears of its close.
function keep(key, handle, leave) {
  const { close } = handle;
  handle.close = function(callback) {
    leave();
    handle.close = close;
    return handle.close(callback);
  };
  handles.set(key, handle);
}

// What a server holds when the primary accepts its connections: not a socket, but something that keeps the process alive.
class DealtHandle {
  #sockname;
  #leave;
  #alive;
  #onConnection = null;

  constructor(sockname, leave) {
    this.#sockname = sockname;
    this.#leave = leave;
    this.ref();
    // A unix socket has no address.
    if (sockname === undefined) this.getsockname = undefined;
  }

  listen(backlog, onConnection) {
    this.#onConnection = onConnection;
    return 0;
  }

  onConnection(connection) {
    this.#onConnection?.(connection);
  }

  getsockname() {
    return { ...this.#sockname };
  }

  ref() {
    this.#alive ??= setInterval(() => {}, LONGEST_TIMEOUT_MS);
  }

  unref() {
    clearInterval(this.#alive);
    this.#alive = undefined;
  }

  close(callback) {
    if (this.#leave === undefined) return;
    this.unref();
    this.#leave();
    this.#leave = undefined;
    if (typeof callback === 'function') process.nextTick(callback);
  }
}

function onConnection(message, connection) {
  const handle = handles.get(message.key);
  const server = handle?.[owner];
  const isFull = server?.maxConnections != null && server._connections >= server.maxConnections;
  const accepted = handle !== undefined && !isFull;
  send({ ack: message.seq, accepted });
  if (accepted) handle.onConnection(connection);
  else connection?.close();
}

Worker.prototype.disconnect = function() {
  if (this.state !== 'disconnecting' && this.state !== 'destroying') {
    this.state = 'disconnecting';
    disconnect(this, 'own');
  }
  return this;
};

function ownerOf(handle) {
  if (handle[owner] || !internalBinding('builtins').isLoaded('internal/dgram/handle')) return handle[owner];
  return handle[require('internal/dgram/handle').owner];
}

// Closes all servers and then the channel. If it was not the primary's wish, that has to know first that it is ours.
function disconnect(worker, wish) {
  worker.exitedAfterDisconnect = true;
  let open = 1;
  const onClosed = () => {
    if (--open > 0) return;
    if (wish === 'asked') process.disconnect();
    else send({ act: 'exitedAfterDisconnect' }, () => process.disconnect());
  };
  handles.forEach((handle) => {
    open++;
    const server = ownerOf(handle);
    if (server) server.close(onClosed);
    else handle.close(onClosed);
  });
  handles.clear();
  onClosed();
}

Worker.prototype.destroy = function() {
  if (this.state === 'destroying') return;
  this.exitedAfterDisconnect = true;
  if (!this.isConnected()) {
    process.exit(0);
  } else {
    this.state = 'destroying';
    send({ act: 'exitedAfterDisconnect' }, () => process.disconnect());
    process.once('disconnect', () => process.exit(0));
  }
};
