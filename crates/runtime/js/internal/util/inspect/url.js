// Whether a value is a URL, and its text. What a URL says is in none of its properties.
//
// Told by the shape of its class, so that the class itself is not loaded to ask about other objects.
'use strict';

const {
  FunctionPrototypeCall,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectPrototype,
} = primordials;

/** The href of a URL; undefined for anything else. */
function hrefOf(value) {
  let holder = ObjectGetPrototypeOf(value);
  while (holder !== null && holder !== ObjectPrototype) {
    const constructor = ObjectGetOwnPropertyDescriptor(holder, 'constructor')?.value;
    if (typeof constructor === 'function' && constructor.name === 'URL') return readHref(holder, value);
    holder = ObjectGetPrototypeOf(holder);
  }
  return undefined;
}

function readHref(prototype, value) {
  const getter = ObjectGetOwnPropertyDescriptor(prototype, 'href')?.get;
  if (getter === undefined) return undefined;
  try {
    return FunctionPrototypeCall(getter, value);
  } catch {
    return undefined;
  }
}

module.exports = { hrefOf };
