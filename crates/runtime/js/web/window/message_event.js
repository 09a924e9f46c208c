// MessageEvent.
'use strict';

const { ObjectFreeze } = primordials;
const { Event, defineEventClass } = require('web/dom/event');

const MessageEvent = defineEventClass('MessageEvent', Event, {
  __proto__: null, data: null, origin: '', lastEventId: '', source: null, ports: ObjectFreeze([]),
});

module.exports = { MessageEvent };
