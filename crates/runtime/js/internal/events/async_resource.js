// EventEmitterAsyncResource: an emitter whose listeners run in the async
// context in which it was made.
'use strict';

const { ArrayPrototypeUnshift, ReflectApply } = primordials;

const { codes: { ERR_INVALID_THIS } } = require('internal/errors');
const { validateString } = require('internal/validators');
const { EventEmitter } = require('internal/events/emitter');
const { AsyncResource } = require('async_hooks');

class EventEmitterReferencingAsyncResource extends AsyncResource {
  #emitter;

  constructor(emitter, type, options) {
    super(type, options);
    this.#emitter = emitter;
  }

  get eventEmitter() {
    if (!(#emitter in this)) throw new ERR_INVALID_THIS('EventEmitterReferencingAsyncResource');
    return this.#emitter;
  }
}

class EventEmitterAsyncResource extends EventEmitter {
  #resource;

  constructor(options = undefined) {
    let name;
    if (typeof options === 'string') {
      name = options;
      options = undefined;
    } else {
      if (new.target === EventEmitterAsyncResource) validateString(options?.name, 'options.name');
      name = options?.name || new.target.name;
    }
    super(options);
    this.#resource = new EventEmitterReferencingAsyncResource(this, name, options);
  }

  emit(event, ...args) {
    const resource = resourceOf(this);
    ArrayPrototypeUnshift(args, super.emit, this, event);
    return ReflectApply(resource.runInAsyncScope, resource, args);
  }

  emitDestroy() {
    resourceOf(this).emitDestroy();
  }

  get asyncId() {
    return resourceOf(this).asyncId();
  }

  get triggerAsyncId() {
    return resourceOf(this).triggerAsyncId();
  }

  get asyncResource() {
    return resourceOf(this);
  }

  static of(emitter) {
    if (emitter === null || typeof emitter !== 'object' || !(#resource in emitter)) {
      throw new ERR_INVALID_THIS('EventEmitterAsyncResource');
    }
    return emitter.#resource;
  }
}

const resourceOf = EventEmitterAsyncResource.of;
delete EventEmitterAsyncResource.of;

module.exports = { EventEmitterAsyncResource };
