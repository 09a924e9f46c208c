// process._getActiveHandles() and _getActiveRequests(): the objects behind what keeps the program running.
//
// Sockets and ports are listed where they are made; whoever else has a handle is on the list here while the handle is open
// and referenced. Requests have no objects that programs could know: those given are
// made for the answer, one of the right name for each.
'use strict';

const { ArrayPrototypePush, ArrayPrototypeSort, MapPrototypeForEach, ObjectDefineProperty, SafeMap } = primordials;
const { activeRequests } = internalBinding('process');

// By object: the async id of its handle, which numbers handles in the order in which they were made.
const holders = new SafeMap();

function hold(object, asyncId) {
  holders.set(object, asyncId);
}

function letGo(object) {
  holders.delete(object);
}

function activeHandles() {
  const found = [];
  const add = (object, asyncId) => ArrayPrototypePush(found, { __proto__: null, object, asyncId });
  MapPrototypeForEach(holders, (asyncId, object) => add(object, asyncId));
  const { isLoaded } = internalBinding('builtins');
  // What is not loaded has no handles.
  if (isLoaded('internal/dgram/handle')) require('internal/dgram/handle').forEachActive(add);
  if (isLoaded('internal/streams/handle')) require('internal/streams/handle').forEachActive(add);
  if (isLoaded('internal/messaging/message_port')) require('internal/messaging/message_port').forEachActive(add);
  ArrayPrototypeSort(found, (a, b) => a.asyncId - b.asyncId);
  const objects = [];
  for (let i = 0; i < found.length; i++) ArrayPrototypePush(objects, found[i].object);
  return objects;
}

// The constructors that such requests have in Node.
const kinds = { __proto__: null };

function kindOf(name) {
  if (name === 'ConnectWrap') name = 'TCPConnectWrap';
  return kinds[name] ??= ObjectDefineProperty(class {}, 'name', { __proto__: null, value: name, configurable: true });
}

function requestsInProgress() {
  const names = activeRequests();
  const requests = [];
  for (let i = 0; i < names.length; i++) {
    const Kind = kindOf(names[i]);
    ArrayPrototypePush(requests, new Kind());
  }
  return requests;
}

module.exports = { activeHandles, hold, letGo, requestsInProgress };
