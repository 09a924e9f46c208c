// The conversation of a worker and its parent beside the messages of their programs: that it runs, what it prints and reads,
// what it died of, that it is gone. A port of its own on both sides; each message is { kind, … }.
'use strict';

const { makePort, makePortOf, post, postOwn, setRef, stateOf } = require('internal/messaging/message_port');
const { Outside, receive } = require('internal/messaging/remote_port');
const { Group } = require('internal/messaging/port_data');
const { addListener } = require('web/event_target');

const plainly = { __proto__: null, capture: false, once: false, passive: false, signal: undefined, isNodeStyle: true, resistsStop: false };
const GONE = { __proto__: null, data: { kind: 'gone' }, ports: [], travelling: [], made: undefined };

class Control {
  #state;

  // `hear(message)` is called for each message, and for { kind: 'gone' } when the other side has ended.
  // On the parent's side `worker` is what stands for the thread.
  constructor(channel, hear, worker = undefined) {
    const group = new Group();
    const port = worker === undefined ? makePort(group) : makePortOf(group, 'WORKER', worker);
    const state = stateOf(port);
    this.#state = state;
    group.members[group.members.length] = new Outside(channel);
    addListener(port, 'message', hear, plainly);
    const { data } = state;
    receive(channel, { __proto__: null, add: (message) => data.add(message), end: () => data.add(GONE) });
  }

  get asyncId() {
    return this.#state.asyncId;
  }

  send(message, transferList = undefined) {
    post(this.#state, message, transferList);
  }

  // A message of plain objects and primitives, which nobody changes afterwards.
  tell(message) {
    postOwn(this.#state, message);
  }

  setRef(wanted) {
    setRef(this.#state, wanted);
  }

  close() {
    require('internal/messaging/message_port').close(this.#state);
  }
}

module.exports = { Control };
