// Ports whose other end is outside the environment: in that of another thread, or in the hands of an embedder.
//
// To the ports of this environment the outside is one more member of their group, which sends what it is given. What comes is
// announced by the binding in the poll phase, before ports are served, and taken then.
//
// A port that leaves in a message becomes the end of a channel: its own, if its other end is outside already; otherwise a new
// one, whose first end takes its place in the group. What waits in it goes along.
'use strict';

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, ObjectFreeze, ObjectGetPrototypeOf, ObjectPrototype, SafeMap, SharedArrayBuffer,
} = primordials;
const { makePort, makeUnopened, stateOf } = require('internal/messaging/message_port');
const { Group, PortData } = require('internal/messaging/port_data');
const { deserialize, isBlock, serialize } = require('internal/messaging/serializer');
const { closeChannel, giveBack, listen, makeChannel, postOutside, take } = internalBinding('ports');

// Who takes what comes through a channel, by its number: add(message) and end().
const receivers = new SafeMap();

class Outside {
  constructor(channel) {
    this.channel = channel;
  }

  add(message) {
    if (message.made !== undefined) require('internal/causes').unmark(message.made);
    if (isAlone(message)) {
      postOutside(this.channel, message.data);
      return;
    }
    const { bytes, channels, buffers, files, blocks } = encode(message, true);
    postOutside(this.channel, bytes, channels, buffers, files, blocks);
  }

  end() {
    receivers.delete(this.channel);
    closeChannel(this.channel);
  }
}

// A port that leads into the channel.
function openRemotePort(channel) {
  const group = new Group();
  const port = makePort(group);
  connect(stateOf(port).data, group, channel);
  return port;
}

function connect(data, group, channel) {
  ArrayPrototypePush(group.members, new Outside(channel));
  receive(channel, data);
}

function receive(channel, receiver) {
  receivers.set(channel, receiver);
  listen(channel);
}

// Whether a message is a primitive value or one large buffer, which the binding writes by itself.
function isAlone({ data, travelling }) {
  if (travelling.length !== 0) return false;
  if (typeof data !== 'object' || data === null) return typeof data !== 'bigint';
  // Most objects are plain, which needs no knowledge of classes.
  if (ObjectGetPrototypeOf(data) === ObjectPrototype) return false;
  return require('internal/util/types').isArrayBuffer(data) && isBlock(data);
}

// A message as it travels. The ports in it are taken from this environment. Large buffers go beside the bytes, if the way has room
// for such blocks.
function encode(message, hasBlocks) {
  const buffers = [];
  const files = [];
  const blocks = hasBlocks ? [] : undefined;
  const bytes = serialize(message.data, message.ports, buffers, message.hidden, files, blocks);
  const channels = [];
  for (let i = 0; i < message.travelling.length; i++) ArrayPrototypePush(channels, depart(message.travelling[i]));
  return { __proto__: null, bytes, channels, buffers, files, blocks };
}

// Makes the data of a port the end of a channel, and gives its number.
function depart(data) {
  const { group } = data;
  data.group = null;
  const other = group?.othersThan(data)[0];
  if (other instanceof Outside) {
    receivers.delete(other.channel);
    const waiting = takeAll(data);
    for (let i = waiting.length - 1; i >= 0; i--) {
      const { bytes, channels, buffers, files, blocks } = encode(waiting[i], true);
      giveBack(other.channel, bytes, channels, buffers, files, blocks);
    }
    return other.channel;
  }
  const { 0: here, 1: there } = makeChannel();
  const stays = new Outside(here);
  const waiting = takeAll(data);
  for (let i = 0; i < waiting.length; i++) stays.add(waiting[i]);
  if (other === undefined) {
    stays.end();
  } else {
    group.members[ArrayPrototypeIndexOf(group.members, data)] = stays;
    receive(here, other);
  }
  return there;
}

function takeAll(data) {
  const messages = [];
  for (let message = data.messages.shift(); message !== undefined; message = data.messages.shift()) ArrayPrototypePush(messages, message);
  return messages;
}

const NONE = ObjectFreeze([]);

// What came, as a message of this environment.
function decode(taken) {
  if (taken.byteLength !== undefined) {
    const { data } = deserialize(taken);
    return { __proto__: null, data, ports: NONE, travelling: NONE, hidden: undefined, made: undefined };
  }
  if (taken.length === 1) {
    return { __proto__: null, data: taken[0], ports: NONE, travelling: NONE, hidden: undefined, made: undefined };
  }
  const { 0: bytes, 1: channels, 2: buffers, 3: files, 4: blocks } = taken;
  const ports = [];
  const travelling = [];
  for (let i = 0; i < channels.length; i++) {
    const group = new Group();
    const data = new PortData(group);
    connect(data, group, channels[i]);
    ArrayPrototypePush(ports, makeUnopened());
    ArrayPrototypePush(travelling, data);
  }
  // The last of the ports are those of streams.
  const { data, hidden } = deserialize(bytes, ports, buffers, files, blocks);
  ports.length -= hidden.length;
  return { __proto__: null, data, ports: ObjectFreeze(ports), travelling, hidden, made: undefined };
}

function makeShared(length) {
  return new SharedArrayBuffer(length);
}

// The next message; null if there is none, undefined if none will come any more.
function takeMessage(channel) {
  const taken = take(channel, makeShared);
  return taken === null || taken === undefined ? taken : decode(taken);
}

// Something has come, or the other end is gone.
function arrived(channel) {
  for (;;) {
    const receiver = receivers.get(channel);
    if (receiver === undefined) return;
    const message = takeMessage(channel);
    if (message === null) return;
    if (message === undefined) {
      receivers.delete(channel);
      receiver.end();
      return;
    }
    receiver.add(message);
  }
}

// Takes what has come for a port whose turn has not.
function takeWaiting(data) {
  const other = data?.group?.othersThan(data)[0];
  if (other instanceof Outside) arrived(other.channel);
}

module.exports = { Outside, arrived, encode, openRemotePort, receive, takeMessage, takeWaiting };
