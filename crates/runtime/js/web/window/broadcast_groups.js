// Who hears a broadcast in this thread, by its name: the open channels of a page and its frames, or of a worker, in the order they
// were made. Each is { pack(data), deliver(packed) }. Those of other threads are told over a channel that leads out of this one, one for
// each name that is in use here (the same broadcasts as Node's, internal/messaging/broadcast_member).
'use strict';

const { ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSplice, SafeMap } = primordials;
const causes = require('internal/causes');
const channels = require('internal/messaging/channels');
// Takes what comes through channels.
require('web/window/outside');
const { broadcast, joinBroadcast, leaveBroadcast } = internalBinding('ports');

const NONE = [];

class Group {
  #members = [];
  #name;
  #number;
  #channel;

  constructor(name) {
    this.#name = name;
    const { 0: number, 1: channel } = joinBroadcast(name);
    this.#number = number;
    this.#channel = channel;
    channels.receive(channel, { __proto__: null, add: ({ data }) => this.#tell(data, undefined), end() {} });
  }

  join(member) {
    ArrayPrototypePush(this.#members, member);
  }

  // Every member has a copy of its own.
  #tell(data, sender) {
    const members = ArrayPrototypeSlice(this.#members);
    for (let i = 0; i < members.length; i++) if (members[i] !== sender) members[i].deliver(members[i].pack(data));
  }

  // `packed` is a copy for those in other threads.
  post(sender, data, packed) {
    this.#tell(data, sender);
    if (packed.made !== undefined) causes.unmark(packed.made);
    const message = { __proto__: null, data: packed.data, ports: NONE, travelling: NONE, hidden: NONE };
    const { bytes, buffers } = channels.encode(message, false, undefined);
    broadcast(this.#name, this.#number, bytes, buffers);
  }

  leave(member) {
    ArrayPrototypeSplice(this.#members, ArrayPrototypeIndexOf(this.#members, member), 1);
    if (this.#members.length > 0) return;
    groups.delete(this.#name);
    leaveBroadcast(this.#name, this.#number);
    channels.close(this.#channel);
  }
}

const groups = new SafeMap();

function groupCalled(name) {
  let group = groups.get(name);
  if (group === undefined) groups.set(name, group = new Group(name));
  return group;
}

module.exports = { groupCalled };
