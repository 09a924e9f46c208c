// The native half of TextEncoder and TextDecoder: whole conversions without a state, and decoders of older encodings.

declare const kDecoder: unique symbol;

export interface Decoder {
  readonly [kDecoder]: true;
}

export interface EncodingBinding {
  /** UTF-8 of the text, in memory of its own. */
  encodeUtf8(text: string): Uint8Array;

  /** Writes as many whole characters as fit; `progress` gets [code units read, bytes written]. */
  encodeInto(text: string, target: Uint8Array, progress: Uint32Array): void;

  /** The text of view[start..end); undefined when `fatal` and the bytes are not UTF-8. */
  decodeUtf8(view: Uint8Array, start: number, end: number, fatal: boolean): string | undefined;

  /** The name of the encoding that the standard gives this label to, in small letters. */
  nameOf(label: string): string | undefined;

  /** For one stream of bytes; undefined for a label of nothing. */
  createDecoder(label: string): Decoder | undefined;

  /** The text of the next bytes; undefined when `fatal` and they are wrong. After the last ones the decoder is used up. */
  decode(decoder: Decoder, view: Uint8Array, isLast: boolean, fatal: boolean): string | undefined;
}
