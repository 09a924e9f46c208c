// What a message port is besides an object of the program: its queue of messages and the group of those that hear it.
//
// It survives the object when the port is transferred: then it has no owner for a while, and goes on collecting messages.
// A channel is a group of two without a name; it ends for both when one leaves. The groups of broadcast channels have names.
'use strict';

const { ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSplice, SafeMap } = primordials;
const { Fifo } = require('internal/events/fifo');
const { ring } = internalBinding('ports');

class PortData {
  messages = new Fifo();
  group = null;
  // The state of the port object, see internal/messaging/message_port.
  owner = null;
  // Nothing comes any more. The port closes when what came before has been taken.
  isEnded = false;

  constructor(group) {
    this.group = group;
    ArrayPrototypePush(group.members, this);
  }

  add(message) {
    this.messages.push(message);
    this.wake();
  }

  end() {
    this.isEnded = true;
    this.wake();
  }

  wake() {
    const { owner } = this;
    if (owner === null || owner.isClosing) return;
    // Behind the last message of an end the port is to be closed, for which it has to be asked.
    ring(owner.number, owner.isReceiving && !this.isEnded ? this.messages.length : 0);
  }

  // Leaves the group for good.
  disentangle() {
    const { group } = this;
    if (group === null) return;
    this.group = null;
    group.remove(this);
    this.end();
    if (group.name === undefined && group.members.length === 1) group.members[0].end();
  }

  // Nobody will take the messages: the ports that travel in them are lost.
  discard() {
    this.disentangle();
    for (let message = this.messages.shift(); message !== undefined; message = this.messages.shift()) discardMessage(message);
  }
}

function discardMessage(message) {
  for (let i = 0; i < message.travelling.length; i++) message.travelling[i].discard();
}

// The groups that have names.
const named = new SafeMap();

class Group {
  members = [];
  name;
  // The member that stands for the broadcast channels of other environments, in a group with a name.
  elsewhere;
  constructor(name = undefined) {
    this.name = name;
  }

  static called(name) {
    let group = named.get(name);
    if (group === undefined) {
      named.set(name, group = new Group(name));
      group.elsewhere = require('internal/messaging/broadcast_member').join(group);
      ArrayPrototypePush(group.members, group.elsewhere);
    }
    return group;
  }

  othersThan(data) {
    const others = ArrayPrototypeSlice(this.members);
    ArrayPrototypeSplice(others, ArrayPrototypeIndexOf(others, data), 1);
    return others;
  }

  remove(data) {
    ArrayPrototypeSplice(this.members, ArrayPrototypeIndexOf(this.members, data), 1);
    if (this.name !== undefined && this.members.length === 1) {
      named.delete(this.name);
      this.elsewhere.leave();
    }
  }
}

module.exports = { Group, PortData, discardMessage };
