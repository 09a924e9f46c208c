// The public module `diagnostics_channel`.
'use strict';

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { Channel, channel, hasSubscribers, subscribe, unsubscribe } = require('internal/diagnostics/channel');

function tracingChannel(nameOrChannels) {
  return require('internal/diagnostics/tracing_channel').tracingChannel(nameOrChannels);
}

function boundedChannel(_nameOrChannels) {
  throw new ERR_METHOD_NOT_IMPLEMENTED('diagnostics_channel.boundedChannel()');
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
