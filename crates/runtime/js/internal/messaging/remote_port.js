// A port whose other end is outside the environment: in that of another thread, or in the hands of an embedder.
//
// To the ports of this environment the outside is one more member of their group, which sends what it is given. What comes is
// announced by the binding in the poll phase, before ports are served, and taken then.
'use strict';

const { ArrayPrototypePush, ObjectFreeze, SafeMap } = primordials;
const { makePort, stateOf } = require('internal/messaging/message_port');
const { Group } = require('internal/messaging/port_data');
const { deserialize, serialize } = require('internal/messaging/serializer');
const { closeChannel, postOutside, take } = internalBinding('ports');

// The data of the ports here, by the number of the channel.
const receivers = new SafeMap();

class Outside {
  #channel;

  constructor(channel) {
    this.#channel = channel;
  }

  add(message) {
    postOutside(this.#channel, serialize(message.data));
  }

  end() {
    receivers.delete(this.#channel);
    closeChannel(this.#channel);
  }
}

function openRemotePort(channel) {
  const group = new Group();
  group.leadsOutside = true;
  const port = makePort(group);
  ArrayPrototypePush(group.members, new Outside(channel));
  receivers.set(channel, stateOf(port).data);
  return port;
}

const NO_PORTS = ObjectFreeze([]);

// Something has come, or the other end is gone.
function arrived(channel) {
  const receiver = receivers.get(channel);
  if (receiver === undefined) return;
  for (;;) {
    const bytes = take(channel);
    if (bytes === null) return;
    if (bytes === undefined) {
      receiver.end();
      return;
    }
    receiver.add({ __proto__: null, data: deserialize(bytes), ports: NO_PORTS, travelling: [], made: undefined });
  }
}

module.exports = { arrived, openRemotePort };
