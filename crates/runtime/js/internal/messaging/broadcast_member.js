// The member of a group of broadcast channels that stands for those of the same name in other environments.
'use strict';

const { ArrayPrototypeSlice } = primordials;
const { encode, receive } = require('internal/messaging/remote_port');
const { broadcast, closeChannel, joinBroadcast, leaveBroadcast } = internalBinding('ports');

class BroadcastMember {
  #group;
  #number;
  #channel;

  constructor(group) {
    this.#group = group;
    const { 0: number, 1: channel } = joinBroadcast(group.name);
    this.#number = number;
    this.#channel = channel;
    receive(channel, { __proto__: null, add: (message) => this.#hear(message), end() {} });
  }

  // Tells the others. Ports do not travel by broadcast.
  add(message) {
    const { bytes, buffers } = encode(message, false);
    broadcast(this.#group.name, this.#number, bytes, buffers);
  }

  #hear(message) {
    const { cloneWith } = require('web/structured_clone');
    const members = ArrayPrototypeSlice(this.#group.members);
    for (let i = 0; i < members.length; i++) {
      if (members[i] !== this) members[i].add({ __proto__: null, ...message, data: cloneWith(message.data, [], true).result });
    }
  }

  leave() {
    leaveBroadcast(this.#group.name, this.#number);
    closeChannel(this.#channel);
  }
}

function join(group) {
  return new BroadcastMember(group);
}

module.exports = { join };
