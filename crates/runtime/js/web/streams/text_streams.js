// TextEncoderStream and TextDecoderStream: strings to bytes and bytes to strings, across the borders of chunks.
'use strict';

const { ArrayBufferIsView, String, StringPrototypeCharCodeAt, StringPrototypeSlice, SymbolToStringTag } = primordials;

const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS } } = require('internal/errors');
const { TextDecoder, TextEncoder } = require('internal/encoding');
const { isAnyArrayBuffer } = require('internal/util/views');
const { describe, inspectAs, kInspect } = require('web/streams/strategies');
const { give, makeTransform, terminate } = require('web/streams/transform_stream');

class TextEncoderStream {
  #stream;

  constructor() {
    const encoder = new TextEncoder();
    // The first half of a pair of surrogates whose second half may be in the next chunk.
    let half = '';
    const { state, stream } = makeTransform({
      __proto__: null,
      transform(chunk) {
        let text = String(chunk);
        if (text === '') return;
        text = half + text;
        half = '';
        const last = StringPrototypeCharCodeAt(text, text.length - 1);
        if (last >= 0xd800 && last <= 0xdbff) {
          half = text[text.length - 1];
          text = StringPrototypeSlice(text, 0, -1);
        }
        if (text !== '') give(state, encoder.encode(text));
      },
      flush() {
        if (half !== '') give(state, encoder.encode(half));
      },
    });
    this.#stream = stream;
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#stream in value)) throw new ERR_INVALID_THIS('TextEncoderStream');
    return value.#stream;
  }

  get encoding() {
    TextEncoderStream.#check(this);
    return 'utf-8';
  }

  get readable() {
    return TextEncoderStream.#check(this).readable;
  }

  get writable() {
    return TextEncoderStream.#check(this).writable;
  }

  [kInspect](depth, options) {
    const { readable, writable } = TextEncoderStream.#check(this);
    return inspectAs(this, 'TextEncoderStream', { encoding: 'utf-8', readable, writable }, depth, options);
  }
}

class TextDecoderStream {
  #decoder;
  #stream;

  constructor(encoding = 'utf-8', options = {}) {
    const decoder = this.#decoder = new TextDecoder(encoding, options);
    const more = { __proto__: null, stream: true };
    const { state, stream } = makeTransform({
      __proto__: null,
      transform(chunk) {
        if (!isAnyArrayBuffer(chunk) && !ArrayBufferIsView(chunk)) {
          throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'ArrayBufferView'], chunk);
        }
        const text = decoder.decode(chunk, more);
        if (text !== '') give(state, text);
      },
      flush() {
        const text = decoder.decode();
        if (text !== '') give(state, text);
        terminate(state);
      },
    });
    this.#stream = stream;
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#stream in value)) throw new ERR_INVALID_THIS('TextDecoderStream');
    return value;
  }

  get encoding() {
    return TextDecoderStream.#check(this).#decoder.encoding;
  }

  get fatal() {
    return TextDecoderStream.#check(this).#decoder.fatal;
  }

  get ignoreBOM() {
    return TextDecoderStream.#check(this).#decoder.ignoreBOM;
  }

  get readable() {
    return TextDecoderStream.#check(this).#stream.readable;
  }

  get writable() {
    return TextDecoderStream.#check(this).#stream.writable;
  }

  [kInspect](depth, options) {
    const { encoding, fatal, ignoreBOM, readable, writable } = TextDecoderStream.#check(this);
    return inspectAs(this, 'TextDecoderStream', { encoding, fatal, ignoreBOM, readable, writable }, depth, options);
  }
}

describe(TextEncoderStream, ['encoding', 'readable', 'writable']);
describe(TextDecoderStream, ['encoding', 'fatal', 'ignoreBOM', 'readable', 'writable']);
// Node gives these two no tag.
delete TextEncoderStream.prototype[SymbolToStringTag];
delete TextDecoderStream.prototype[SymbolToStringTag];

module.exports = { TextDecoderStream, TextEncoderStream };
