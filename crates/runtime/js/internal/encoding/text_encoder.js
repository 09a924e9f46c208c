'use strict';

// TextEncoder: text to UTF-8.

const { ObjectDefineProperties, SymbolFor, SymbolToStringTag, Uint32Array } = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS },
} = require('internal/errors');
const { validateString } = require('internal/validators');
const { isUint8Array } = require('internal/util/views');
const { encodeInto: encodeIntoNative, encodeUtf8 } = internalBinding('encoding');

const progress = new Uint32Array(2);

class TextEncoder {
  #brand = undefined;

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#brand in value)) {
      throw new ERR_INVALID_THIS('TextEncoder');
    }
  }

  get encoding() {
    TextEncoder.#check(this);
    return 'utf-8';
  }

  encode(input = '') {
    TextEncoder.#check(this);
    return encodeUtf8(`${input}`);
  }

  encodeInto(src, dest) {
    TextEncoder.#check(this);
    validateString(src, 'src');
    if (!isUint8Array(dest)) throw new ERR_INVALID_ARG_TYPE('dest', 'Uint8Array', dest);
    encodeIntoNative(src, dest, progress);
    return { read: progress[0], written: progress[1] };
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
    TextEncoder.#check(this);
    if (typeof depth === 'number' && depth < 0) return this;
    const shown = { __proto__: { constructor: TextEncoder }, encoding: this.encoding };
    return inspect ? inspect(shown, options) : shown;
  }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(TextEncoder.prototype, {
  encode: enumerable,
  encodeInto: enumerable,
  encoding: enumerable,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'TextEncoder' },
});

module.exports = { TextEncoder };
