// What waits for the native side, as async_hooks sees it: a request, which calls back once, or a handle, which calls back
// until it is closed.
//
// Whoever starts a native operation makes one right before the call, which takes its id from the shared number
// (`resourceInfo`), so that the loop knows the handle or request by the same id. The function that is given to the native
// side begins with `enter` and ends with `leave`; after an exception the handler of uncaught exceptions leaves for it.
'use strict';

const { FunctionPrototypeCall, ObjectDefineProperty, Symbol } = primordials;
const { resourceInfo, RESOURCE_ID } = internalBinding('timers');
const context = require('internal/async_hooks/context');
const hooks = require('internal/async_hooks/hooks');

const kAsyncId = Symbol('async_id_symbol');
const kTriggerId = Symbol('trigger_async_id_symbol');
const kFrame = Symbol('context_frame');

class Resource {
  constructor(type, triggerAsyncId = hooks.triggerOfNew()) {
    begin(this, type, triggerAsyncId, this);
  }

  getAsyncId() {
    return this[kAsyncId];
  }
}
ObjectDefineProperty(Resource.prototype, hooks.isNative, { __proto__: null, value: true });

function begin(resource, type, triggerAsyncId, shown) {
  const asyncId = ++hooks.lastAsyncId;
  resource[kAsyncId] = asyncId;
  resource[kTriggerId] = triggerAsyncId;
  resource[kFrame] = context.current;
  if (hooks.enabled) hooks.emitInit(asyncId, type, triggerAsyncId, shown);
}

// It serves somebody else from here on: it has another id and calls back in another context. Hooks are shown what `shown` is.
function beginAnew(resource, type, shown) {
  destroy(resource);
  begin(resource, type, hooks.triggerOfNew(), shown);
}

// What the loop knows by its id.
class NativeResource extends Resource {
  constructor(type, triggerAsyncId) {
    super(type, triggerAsyncId);
    resourceInfo[RESOURCE_ID] = this[kAsyncId];
  }
}

// What is asked of a handle, by which the loop knows it; the handle is what made it.
class HandleRequest extends Resource {
  constructor(type, handle) {
    super(type, handle[kAsyncId]);
  }
}

// The next native call makes what was announced earlier.
function comesNext(resource) {
  resourceInfo[RESOURCE_ID] = resource[kAsyncId];
}

// What the loop brings by itself, a connection for one, belongs to no place of the program.
function comeFromOutside() {
  context.current = undefined;
}

// A callback of a handle begins.
function enter(resource) {
  context.current = resource[kFrame];
  if (hooks.entering) hooks.enterNative(resource[kAsyncId], resource[kTriggerId], resource);
}

// The callback of a request begins; it is the only one.
function enterRequest(resource) {
  context.current = resource[kFrame];
  if (hooks.enabled) hooks.enterRequest(resource[kAsyncId], resource[kTriggerId], resource);
}

// The callback of a handle that is being closed begins; it is the last one.
const enterLast = enterRequest;

function leave(resource) {
  if (hooks.entering) hooks.leaveNative(resource[kAsyncId]);
}

// What goes on inside a callback of another resource belongs to this one, until `goBack` is called with what is returned here.
function goInside(resource) {
  const outer = context.current;
  context.current = resource[kFrame];
  return outer;
}

function goBack(outer) {
  context.current = outer;
}

// A callback inside of that: hooks are told, nothing is drained.
function callInside(resource, method, receiver, first, second) {
  if (hooks.listener === undefined) return FunctionPrototypeCall(method, receiver, first, second);
  hooks.emitBefore(resource[kAsyncId], resource[kTriggerId], resource);
  const result = FunctionPrototypeCall(method, receiver, first, second);
  hooks.emitAfter(resource[kAsyncId]);
  return result;
}

// It was closed, and nobody is called back for that.
function destroy(resource) {
  if (hooks.enabled) hooks.emitDestroy(resource[kAsyncId]);
}

module.exports = {
  HandleRequest, NativeResource, Resource, beginAnew, callInside, comeFromOutside, comesNext, destroy, enter, enterLast,
  enterRequest, goBack, goInside, leave,
};
