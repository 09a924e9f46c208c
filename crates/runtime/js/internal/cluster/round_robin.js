// Connections dealt out by the primary: it accepts them and gives each to the worker that has waited longest.
'use strict';

const { ArrayPrototypePush, ArrayPrototypeShift, SafeMap } = primordials;

const { tell } = require('internal/cluster/worker');
const { boundHandle } = require('internal/net/server');

const DEFAULT_BACKLOG = 511;

class RoundRobin {
  #key;
  #handle = null;
  #errno = 0;
  // Workers that listen, and those of them that have nothing to do, longest first.
  #all = new SafeMap();
  #free = new SafeMap();
  // Connections for which there is no worker yet.
  #connections = [];

  constructor(key, query) {
    this.#key = key;
    const handle = boundHandle(query);
    if (typeof handle === 'number') {
      this.#errno = handle;
      return;
    }
    const status = handle.listen(query.backlog || DEFAULT_BACKLOG, (connection) => this.#onConnection(connection));
    if (status === 0) {
      this.#handle = handle;
    } else {
      handle.close();
      this.#errno = status;
    }
  }

  // `answer(errno, reply, handle)`.
  add(worker, answer) {
    this.#all.set(worker.id, worker);
    if (this.#handle === null) {
      answer(this.#errno, null, null);
      return;
    }
    const sockname = this.#handle.getsockname?.();
    answer(null, sockname === undefined ? null : { sockname }, null);
    this.#giveTo(worker);
  }

  // Whether that was the last worker.
  remove(worker) {
    if (!this.#all.delete(worker.id)) return false;
    this.#free.delete(worker.id);
    if (this.#all.size > 0) return false;
    for (let i = 0; i < this.#connections.length; i++) this.#connections[i].close();
    this.#connections = [];
    this.#handle?.close();
    this.#handle = null;
    return true;
  }

  #onConnection(connection) {
    // Nothing was accepted.
    if (typeof connection === 'number') return;
    this.#distribute(connection);
  }

  #distribute(connection) {
    ArrayPrototypePush(this.#connections, connection);
    const { value: worker } = this.#free.values().next();
    if (worker === undefined) return;
    this.#free.delete(worker.id);
    this.#giveTo(worker);
  }

  #giveTo(worker) {
    // It may be closing its server.
    if (!this.#all.has(worker.id)) return;
    const connection = ArrayPrototypeShift(this.#connections);
    if (connection === undefined) {
      this.#free.set(worker.id, worker);
      return;
    }
    tell(worker.process, { act: 'newconn', key: this.#key }, connection, (reply) => {
      if (reply.accepted) connection.close();
      else this.#distribute(connection);
      this.#giveTo(worker);
    });
  }
}

module.exports = { RoundRobin };
