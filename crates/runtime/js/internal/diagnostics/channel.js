// Channel of diagnostics_channel: named places where libraries publish what
// they do and tools listen. A channel nobody listens to costs one test.
'use strict';

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  MapPrototypeDelete,
  MapPrototypeForEach,
  MapPrototypeGet,
  MapPrototypeGetSize,
  MapPrototypeSet,
  ReflectApply,
  SafeMap,
  SymbolDispose,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const channels = new SafeMap();

// What a subscriber throws must not reach the publisher.
function throwInTick(error) {
  process.nextTick(() => { throw error; });
}

class Channel {
  constructor(name) {
    this._subscribers = undefined;
    this._stores = undefined;
    this.name = name;
    this._index = undefined;
    MapPrototypeSet(channels, name, this);
  }

  get hasSubscribers() {
    return this._subscribers !== undefined || this._stores !== undefined;
  }

  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    // Replaced, never changed: a publish may be walking it.
    this._subscribers = ArrayPrototypeSlice(this._subscribers ?? []);
    ArrayPrototypePush(this._subscribers, subscription);
  }

  unsubscribe(subscription) {
    const at = this._subscribers === undefined ? -1 : ArrayPrototypeIndexOf(this._subscribers, subscription);
    if (at === -1) return false;
    const rest = ArrayPrototypeSlice(this._subscribers);
    ArrayPrototypeSplice(rest, at, 1);
    this._subscribers = rest.length === 0 ? undefined : rest;
    return true;
  }

  // Runs of this channel give the store the message, or what `transform`
  // makes of it.
  bindStore(store, transform) {
    this._stores ??= new SafeMap();
    MapPrototypeSet(this._stores, store, transform);
  }

  unbindStore(store) {
    if (this._stores === undefined || !MapPrototypeDelete(this._stores, store)) return false;
    if (MapPrototypeGetSize(this._stores) === 0) this._stores = undefined;
    return true;
  }

  publish(data) {
    const subscribers = this._subscribers;
    if (subscribers === undefined) return;
    for (let i = 0; i < subscribers.length; i++) {
      try {
        const subscriber = subscribers[i];
        subscriber(data, this.name);
      } catch (error) {
        throwInTick(error);
      }
    }
  }

  runStores(data, fn, thisArg, ...args) {
    let run = () => {
      this.publish(data);
      return ReflectApply(fn, thisArg, args);
    };
    if (this._stores !== undefined) {
      MapPrototypeForEach(this._stores, (transform, store) => {
        run = runWith(store, data, run, transform);
      });
    }
    return run();
  }

  // What `runStores` does around a function, until the scope is left.
  withStoreScope(data = undefined) {
    if (this._stores === undefined && this._subscribers === undefined) return { [SymbolDispose]() {} };
    return new RunStoresScope(this, data);
  }
}

class RunStoresScope {
  #scopes = [];

  constructor(channel, data) {
    if (channel._stores !== undefined) {
      MapPrototypeForEach(channel._stores, (transform, store) => {
        const enter = (value) => ArrayPrototypePush(this.#scopes, store.withScope(value));
        withStored(data, transform, enter, () => {});
      });
    }
    channel.publish(data);
  }

  [SymbolDispose]() {
    for (let i = this.#scopes.length - 1; i >= 0; i--) this.#scopes[i].dispose();
  }
}

function runWith(store, data, next, transform) {
  return () => withStored(data, transform, (value) => store.run(value, next), next);
}

// What a store is to have is handed to `use`. A transform that throws leaves the store as it is.
function withStored(data, transform, use, otherwise) {
  if (transform === undefined) return use(data);
  let value;
  try {
    value = transform(data);
  } catch (error) {
    throwInTick(error);
    return otherwise();
  }
  return use(value);
}

function channel(name) {
  const known = MapPrototypeGet(channels, name);
  if (known !== undefined) return known;
  if (typeof name !== 'string' && typeof name !== 'symbol') {
    throw new ERR_INVALID_ARG_TYPE('channel', ['string', 'symbol'], name);
  }
  return new Channel(name);
}

function hasSubscribers(name) {
  return MapPrototypeGet(channels, name)?.hasSubscribers ?? false;
}

function subscribe(name, subscription) {
  return channel(name).subscribe(subscription);
}

function unsubscribe(name, subscription) {
  return channel(name).unsubscribe(subscription);
}

module.exports = { Channel, channel, hasSubscribers, subscribe, unsubscribe };
