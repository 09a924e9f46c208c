// The end of a channel to another thread, in the place of the partner of a port. What it is given it sends; what comes is put into
// the inbox that it is the partner of.
//
// A port that goes along in a message becomes the end of a channel: its own, if its partner is outside already; otherwise a new one,
// whose first end takes its place beside the partner. What waits in it goes along.
'use strict';

const { ArrayBufferPrototypeTransfer, ArrayPrototypePush } = primordials;
const causes = require('internal/causes');
const channels = require('internal/messaging/channels');
const { inboxOf, makePort } = require('web/window/message_port');
const { giveBack, install, makeChannel, postOutside } = internalBinding('ports');

// There are no ports here that the loop knows of: messages become tasks.
const none = () => 0;
install(none, none, none, channels.arrived, (buffer) => { ArrayBufferPrototypeTransfer(buffer, 0); });

class Outside {
  constructor(channel, inbox) {
    this.channel = channel;
    this.other = inbox;
  }

  // Has what comes put into the inbox.
  listen() {
    channels.receive(this.channel, { __proto__: null, add: ({ data, ports }) => this.other.take(pack(data, ports)), end: () => this.other.left() });
    return this;
  }

  take(packed) {
    const { bytes, channels, buffers, files, blocks } = encode(packed);
    postOutside(this.channel, bytes, channels, buffers, files, blocks);
  }

  left() {
    channels.close(this.channel);
  }
}

function pack(data, ports) {
  return { __proto__: null, data, ports, made: causes.enabled ? causes.mark('message') : undefined };
}

const NO_STREAMS = [];

// A message of web/window/message as it travels.
function encode({ data, ports, made }) {
  if (made !== undefined) causes.unmark(made);
  return channels.encode({ __proto__: null, data, ports, travelling: ports, hidden: NO_STREAMS }, true, depart);
}

// Makes the end of a channel of a port, and gives its number.
function depart(port) {
  const inbox = inboxOf(port);
  const { other, messages } = inbox;
  inbox.messages = [];
  inbox.other = null;
  inbox.isDetached = true;
  if (other?.channel !== undefined) {
    channels.forget(other.channel);
    for (let i = messages.length - 1; i >= 0; i--) {
      const { bytes, channels, buffers, files, blocks } = encode(messages[i]);
      giveBack(other.channel, bytes, channels, buffers, files, blocks);
    }
    return other.channel;
  }
  const { 0: here, 1: there } = makeChannel();
  const stays = new Outside(here, other);
  for (let i = 0; i < messages.length; i++) stays.take(messages[i]);
  if (other === null) {
    stays.left();
  } else {
    other.other = stays;
    stays.listen();
  }
  return there;
}

channels.admitBy((numbers) => {
  const ports = [];
  for (let i = 0; i < numbers.length; i++) {
    const port = makePort();
    const inbox = inboxOf(port);
    inbox.other = new Outside(numbers[i], inbox).listen();
    ArrayPrototypePush(ports, port);
  }
  return { __proto__: null, ports, travelling: ports };
});

module.exports = { Outside, encode, pack };
