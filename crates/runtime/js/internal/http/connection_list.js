// The connections of a server, in the order in which they came: a ring through the connections themselves, which is a
// tenth of what a Set needs for each.
'use strict';

const { ArrayPrototypePush } = primordials;

class ConnectionList {
  constructor() {
    this.previousInServer = this;
    this.nextInServer = this;
  }

  add(connection) {
    const last = this.previousInServer;
    connection.previousInServer = last;
    connection.nextInServer = this;
    last.nextInServer = this.previousInServer = connection;
  }

  // One that has left points to nobody: a program may keep its socket for ever.
  delete(connection) {
    const { previousInServer: previous, nextInServer: next } = connection;
    if (next === null) return;
    previous.nextInServer = next;
    next.previousInServer = previous;
    connection.previousInServer = connection.nextInServer = null;
  }

  // Calls with each that is there at the beginning and when it is its turn.
  forEach(callback) {
    const connections = [];
    for (let each = this.nextInServer; each !== this; each = each.nextInServer) ArrayPrototypePush(connections, each);
    for (let i = 0; i < connections.length; i++) {
      if (connections[i].nextInServer !== null) callback(connections[i]);
    }
  }
}

module.exports = { ConnectionList };
