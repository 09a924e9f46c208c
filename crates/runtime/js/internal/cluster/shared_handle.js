// A handle that every worker has for itself, listening or bound; the system decides who gets a connection or a datagram.
'use strict';

const { SafeSet } = primordials;


class SharedHandle {
  #handle = null;
  #errno = 0;
  #workers = new SafeSet();

  constructor(key, query) {
    const isDatagram = query.addressType === 'udp4' || query.addressType === 'udp6';
    const { boundHandle } = require(isDatagram ? 'internal/dgram/socket' : 'internal/net/server');
    const handle = boundHandle(query);
    if (typeof handle === 'number') this.#errno = handle;
    else this.#handle = handle;
  }

  // `answer(errno, reply, handle)`.
  add(worker, answer) {
    this.#workers.add(worker.id);
    answer(this.#errno, null, this.#handle);
  }

  // Whether that was the last worker.
  remove(worker) {
    if (!this.#workers.delete(worker.id) || this.#workers.size > 0) return false;
    this.#handle?.close();
    this.#handle = null;
    return true;
  }
}

module.exports = { SharedHandle };
