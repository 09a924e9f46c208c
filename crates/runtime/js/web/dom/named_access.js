// Elements as globals: `<p id="note">` can be called `note` in a script.
//
// A browser looks such names up behind the window's own properties. The engine's global object has no place for that, so a name
// that an element has while it is in the document is a property of the window, unless the window has one already.
'use strict';

const {
  MapPrototypeDelete, MapPrototypeGet, MapPrototypeSet, ObjectDefineProperty, ReflectDeleteProperty, ReflectHas, SafeMap, SafeSet, globalThis,
} = primordials;

const { pageDocument, stateOf } = require('web/dom/node_state');

// How many elements in the document have a name, for the names that are shown.
const counts = new SafeMap();
// Elements whose attribute `name` counts too.
const NAMED = new SafeSet();
NAMED.add('embed');
NAMED.add('form');
NAMED.add('img');
NAMED.add('object');

function find(name) {
  const document = pageDocument();
  const byId = document.getElementById(name);
  if (byId !== null) return byId;
  const named = document.getElementsByName(name);
  for (let i = 0; i < named.length; i++) if (NAMED.has(stateOf(named[i]).localName)) return named[i];
  return undefined;
}

function show(name) {
  const count = MapPrototypeGet(counts, name);
  if (count !== undefined) {
    MapPrototypeSet(counts, name, count + 1);
    return;
  }
  if (name === '' || ReflectHas(globalThis, name)) return;
  MapPrototypeSet(counts, name, 1);
  ObjectDefineProperty(globalThis, name, {
    __proto__: null,
    get: () => find(name),
    set(value) {
      // The script's own variable from here on.
      MapPrototypeDelete(counts, name);
      ObjectDefineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true, enumerable: true });
    },
    configurable: true,
    enumerable: false,
  });
}

function hide(name) {
  const count = MapPrototypeGet(counts, name);
  if (count === undefined) return;
  if (count > 1) {
    MapPrototypeSet(counts, name, count - 1);
    return;
  }
  MapPrototypeDelete(counts, name);
  ReflectDeleteProperty(globalThis, name);
}

function eachName({ attributes, localName, document }, change) {
  if (document !== pageDocument()) return;
  const id = attributes.get('id');
  if (id !== undefined) change(id);
  const name = NAMED.has(localName) ? attributes.get('name') : undefined;
  if (name !== undefined && name !== id) change(name);
}

// The element of this state entered its document.
function showIds(state) {
  eachName(state, show);
}

function hideIds(state) {
  eachName(state, hide);
}

// An element got another id or name, or lost it (null).
function nameChanged(element, attribute, old, value) {
  const state = stateOf(element);
  if (state.document !== pageDocument() || !require('web/dom/tree').isConnected(element)) return;
  if (attribute === 'name' && !NAMED.has(state.localName)) return;
  if (old !== null) hide(old);
  if (value !== null) show(value);
}

module.exports = { hideIds, nameChanged, showIds };
