// The keep-alive timeout of a server's connections.
//
// A connection that has answered notes the moment, and a request unsets it; one timer a server looks, now and then, for
// those that have been idle for too long. A timer for each would be set and cleared with every request.
'use strict';

const { DateNow, MathMax, NumberIsFinite } = primordials;

const DEFAULT_BUFFER_MS = 1000;
// How much later than asked a connection may be found, as a part of its time.
const COARSENESS = 64;

class IdleConnections {
  #connections;
  #timer = null;

  constructor(connections) {
    this.#connections = connections;
  }

  // How long a connection may be idle; 0 for ever.
  static limitMs({ keepAliveTimeout, keepAliveTimeoutBuffer }) {
    if (!NumberIsFinite(keepAliveTimeout) || keepAliveTimeout <= 0) return 0;
    const hasBuffer = NumberIsFinite(keepAliveTimeoutBuffer) && keepAliveTimeoutBuffer >= 0;
    return keepAliveTimeout + (hasBuffer ? keepAliveTimeoutBuffer : DEFAULT_BUFFER_MS);
  }

  add(connection, limitMs) {
    connection.idleSince = DateNow();
    connection.idleLimit = limitMs;
    if (this.#timer === null) this.#wait(limitMs);
  }

  #wait(ms) {
    this.#timer = require('timers').setTimeout(() => this.#look(), ms).unref();
  }

  #look() {
    this.#timer = null;
    const now = DateNow();
    let nextMs = Infinity;
    this.#connections.forEach((connection) => {
      if (connection.idleSince === 0) return;
      const leftMs = connection.idleSince + connection.idleLimit - now;
      if (leftMs <= 0) {
        connection.idleSince = 0;
        connection.timedOut();
      } else {
        const roundedMs = MathMax(leftMs, connection.idleLimit / COARSENESS);
        if (roundedMs < nextMs) nextMs = roundedMs;
      }
    });
    if (nextMs !== Infinity && this.#timer === null) this.#wait(nextMs);
  }

  stop() {
    if (this.#timer !== null) require('timers').clearTimeout(this.#timer);
    this.#timer = null;
  }
}

module.exports = { IdleConnections };
