// State that belongs to an object and that no program can reach: a private field, given from outside.
//
// A class could hold its own private fields, but then only that file can read them, and the global object, which no
// constructor of ours makes, could have none. A slot is made once per kind of state and shared by the files that need it.
//
// The frames of a page have classes of their own, but nodes, events, targets and ports are the same kind of thing in all of them: their
// slots have names, by which every frame finds the one slot.
'use strict';

const { SafeMap, TypeError } = primordials;

class Given {
  constructor(object) {
    return object;
  }
}

function makeSlot() {
  class Slot extends Given {
    #state;

    constructor(object, state) {
      super(object);
      this.#state = state;
    }

    static has(value) {
      return ((typeof value === 'object' && value !== null) || typeof value === 'function') && #state in value;
    }

    // Web IDL's word for a receiver of another kind.
    static of(value) {
      if (!Slot.has(value)) throw new TypeError('Illegal invocation');
      return value.#state;
    }
  }

  return {
    __proto__: null,
    has: Slot.has,
    of: Slot.of,
    give(object, state) {
      new Slot(object, state); // eslint-disable-line no-new
      return state;
    },
  };
}

const named = new SafeMap();

function sharedSlot(name) {
  let slot = named.get(name);
  if (slot === undefined) named.set(name, slot = makeSlot());
  return slot;
}

module.exports = { makeSlot, sharedSlot };
