// Ports whose other end is outside the environment: in that of another thread, or in the hands of an embedder.
//
// To the ports of this environment the outside is one more member of their group, which sends what it is given. What comes is
// announced by the binding in the poll phase, before ports are served, and taken then.
//
// A port that leaves in a message becomes the end of a channel: its own, if its other end is outside already; otherwise a new
// one, whose first end takes its place in the group. What waits in it goes along.
'use strict';

const { ArrayPrototypeIndexOf, ArrayPrototypePush, ObjectGetPrototypeOf, ObjectPrototype } = primordials;
const { makePort, makeUnopened, stateOf } = require('internal/messaging/message_port');
const channels = require('internal/messaging/channels');
const { Group, PortData } = require('internal/messaging/port_data');
const { isBlock } = require('internal/messaging/serializer');
const { giveBack, makeChannel, postOutside } = internalBinding('ports');

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
    channels.close(this.channel);
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
  channels.receive(channel, data);
}

// Whether a message is a primitive value or one large buffer, which the binding writes by itself.
function isAlone({ data, travelling }) {
  if (travelling.length !== 0) return false;
  if (typeof data !== 'object' || data === null) return typeof data !== 'bigint';
  // Most objects are plain, which needs no knowledge of classes.
  if (ObjectGetPrototypeOf(data) === ObjectPrototype) return false;
  return require('internal/util/types').isArrayBuffer(data) && isBlock(data);
}

function encode(message, hasBlocks) {
  return channels.encode(message, hasBlocks, depart);
}

// Makes the data of a port the end of a channel, and gives its number.
function depart(data) {
  const { group } = data;
  data.group = null;
  const other = group?.othersThan(data)[0];
  if (other instanceof Outside) {
    channels.forget(other.channel);
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
    channels.receive(here, other);
  }
  return there;
}

function takeAll(data) {
  const messages = [];
  for (let message = data.messages.shift(); message !== undefined; message = data.messages.shift()) ArrayPrototypePush(messages, message);
  return messages;
}

// Ports for the channels of a message that has come; they get their handles when it is delivered.
function admit(numbers) {
  const ports = [];
  const travelling = [];
  for (let i = 0; i < numbers.length; i++) {
    const group = new Group();
    const data = new PortData(group);
    connect(data, group, numbers[i]);
    ArrayPrototypePush(ports, makeUnopened());
    ArrayPrototypePush(travelling, data);
  }
  return { __proto__: null, ports, travelling };
}

channels.admitBy(admit);

// Takes what has come for a port whose turn has not.
function takeWaiting(data) {
  const other = data?.group?.othersThan(data)[0];
  if (other instanceof Outside) channels.arrived(other.channel);
}

const { arrived, receive, takeMessage } = channels;

module.exports = { Outside, arrived, encode, openRemotePort, receive, takeMessage, takeWaiting };
