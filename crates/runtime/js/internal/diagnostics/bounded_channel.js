// BoundedChannel: two channels that tell where something begins and where it ends.
'use strict';

const { ReflectApply, SymbolDispose, TypeError } = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { Channel, channel } = require('internal/diagnostics/channel');
const { defineChannels, subscribeEach, unsubscribeEach } = require('internal/diagnostics/channel_group');

const events = ['start', 'end'];

function channelOf(nameOrChannels, event) {
  if (typeof nameOrChannels === 'string') return channel(`tracing:${nameOrChannels}:${event}`);
  if (typeof nameOrChannels === 'object' && nameOrChannels !== null) {
    const given = nameOrChannels[event];
    if (given instanceof Channel) return given;
    if (given === undefined || given === null) throw new TypeError('Cannot convert undefined or null to object');
    throw new ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, ['Channel'], given);
  }
  throw new ERR_INVALID_ARG_TYPE('nameOrChannels', ['string', 'BoundedChannel', 'Object'], nameOrChannels);
}

class BoundedChannel {
  constructor(nameOrChannels) {
    defineChannels(this, events, (event) => channelOf(nameOrChannels, event));
  }

  get hasSubscribers() {
    return this.start.hasSubscribers || this.end.hasSubscribers;
  }

  subscribe(handlers) {
    subscribeEach(this, events, handlers);
  }

  unsubscribe(handlers) {
    return unsubscribeEach(this, events, handlers);
  }

  withScope(context = { __proto__: null }) {
    return new BoundedChannelScope(this, context);
  }

  run(context, fn, thisArg, ...args) {
    context ??= {};
    const scope = this.withScope(context);
    try {
      return ReflectApply(fn, thisArg, args);
    } finally {
      scope[SymbolDispose]();
    }
  }
}

// From the start that is told when it is made to the end that is told when it is left. The end is told with the stores
// of the start. Who begins to listen in between hears nothing of it.
class BoundedChannelScope {
  #end;
  #context;
  #stores;

  constructor(bounded, context) {
    if (!bounded.hasSubscribers) return;
    this.#end = bounded.end;
    this.#context = context;
    this.#stores = bounded.start.withStoreScope(context);
  }

  [SymbolDispose]() {
    const end = this.#end;
    if (end === undefined) return;
    this.#end = undefined;
    end.publish(this.#context);
    this.#stores[SymbolDispose]();
  }
}

function boundedChannel(nameOrChannels) {
  return new BoundedChannel(nameOrChannels);
}

module.exports = { BoundedChannel, boundedChannel };
