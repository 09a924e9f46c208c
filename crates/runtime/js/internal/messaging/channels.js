// The channels that lead out of the environment, by their numbers, and messages on their way through one. What stands at an end,
// Node's ports (internal/messaging/remote_port) or those of a page (web/window/outside), says what becomes of the ports in a
// message: `depart(port)` makes one the end of a channel, `admit(channels)` makes ports of those that have come.
'use strict';

const { ArrayPrototypePush, ObjectFreeze, SafeMap, SharedArrayBuffer } = primordials;
const { deserialize, serialize } = require('internal/messaging/serializer');
const { closeChannel, listen, take } = internalBinding('ports');

// Who takes what comes through a channel, by its number: add(message) and end().
const receivers = new SafeMap();

let admit;

// Called once, by the file that makes ports.
function admitBy(made) {
  admit = made;
}

function receive(channel, receiver) {
  receivers.set(channel, receiver);
  listen(channel);
}

// The end is to travel, or somebody else takes what comes.
function forget(channel) {
  receivers.delete(channel);
}

function close(channel) {
  receivers.delete(channel);
  closeChannel(channel);
}

// A message as it travels. The ports in it are taken from this environment. Large buffers go beside the bytes, if the way has room
// for such blocks.
function encode(message, hasBlocks, depart) {
  const buffers = [];
  const files = [];
  const blocks = hasBlocks ? [] : undefined;
  const bytes = serialize(message.data, message.ports, buffers, message.hidden, files, blocks);
  const channels = [];
  for (let i = 0; i < message.travelling.length; i++) ArrayPrototypePush(channels, depart(message.travelling[i]));
  return { __proto__: null, bytes, channels, buffers, files, blocks };
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
  const { ports, travelling } = admit(channels);
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

module.exports = { admitBy, arrived, close, encode, forget, receive, takeMessage };
