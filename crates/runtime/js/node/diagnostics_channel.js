// The public module `diagnostics_channel`.
'use strict';

const { Channel, channel, hasSubscribers, subscribe, unsubscribe } = require('internal/diagnostics/channel');
const { lazyValues } = require('internal/util/lazy_members');

function tracingChannel(nameOrChannels) {
  return require('internal/diagnostics/tracing_channel').tracingChannel(nameOrChannels);
}

function boundedChannel(nameOrChannels) {
  return require('internal/diagnostics/bounded_channel').boundedChannel(nameOrChannels);
}

module.exports = {
  channel,
  hasSubscribers,
  subscribe,
  tracingChannel,
  unsubscribe,
  boundedChannel,
  Channel,
};
lazyValues(module.exports, 'internal/diagnostics/bounded_channel', ['BoundedChannel']);
