// What channels that tell of one thing together have in common: one property for each event, and handlers by event.
'use strict';

const { ObjectDefineProperty } = primordials;

function defineChannels(group, events, channelOf) {
  for (let i = 0; i < events.length; i++) {
    ObjectDefineProperty(group, events[i], { __proto__: null, value: channelOf(events[i]) });
  }
}

function subscribeEach(group, events, handlers) {
  for (let i = 0; i < events.length; i++) {
    const handler = handlers[events[i]];
    if (handler) group[events[i]].subscribe(handler);
  }
}

// Whether each of the handlers was there.
function unsubscribeEach(group, events, handlers) {
  let done = true;
  for (let i = 0; i < events.length; i++) {
    const handler = handlers[events[i]];
    if (handler && !group[events[i]].unsubscribe(handler)) done = false;
  }
  return done;
}

module.exports = { defineChannels, subscribeEach, unsubscribeEach };
