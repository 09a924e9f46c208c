// What travels in a message: a structured clone, made when it is sent, and the ports that go with it. In a page
// structuredClone comes from here as well, because nodes and events are no data for it either.
'use strict';

const { ArrayPrototypePush, ObjectFreeze, SymbolIterator } = primordials;
const { registerPlatform } = require('web/cloneable_kinds');
const { cloneWith, readTransferList, structuredClone } = require('web/structured_clone');
const { dispatch } = require('web/dom/event');
const { isEventTarget } = require('web/dom/event_target');
const { isUncloneable } = require('web/window/uncloneable');
const causes = require('internal/causes');

let isPort = () => false;

// Nodes, events and other targets are no data.
registerPlatform({
  __proto__: null, is: (value) => !isPort(value) && (isEventTarget(value) || dispatch.isEvent(value) || isUncloneable(value)),
});

// Called once, by the file that makes ports.
function registerPort(kind) {
  isPort = kind.is;
  registerPlatform(kind);
}

// The second argument of postMessage: a list of what to transfer, or a dictionary with one.
function transferOf(options) {
  if (options === undefined || options === null) return undefined;
  return options[SymbolIterator] === undefined ? options.transfer : options;
}

// `check` is given everything to be transferred, and may refuse it.
function packMessage(message, options, check) {
  const given = transferOf(options);
  // There may be ports of another window, and none of this one's.
  if (given !== undefined) require('web/window/message_port');
  const transfers = readTransferList(given);
  for (let i = 0; i < transfers.length; i++) check(transfers[i]);
  const { result, transferred } = cloneWith(message, transfers);
  const ports = [];
  for (let i = 0; i < transferred.length; i++) if (isPort(transferred[i])) ArrayPrototypePush(ports, transferred[i]);
  return { __proto__: null, data: result, ports: ObjectFreeze(ports), made: causes.enabled ? causes.mark('message') : undefined };
}

module.exports = { packMessage, registerPort, structuredClone };
