// The native half of `buffer`: conversions between strings and bytes, comparison, search.
//
// Every range is already clamped by the caller: 0 <= start <= end <= view.byteLength.
// A write stores whole characters only and answers the number of bytes written.

export type Bytes = ArrayBufferView | ArrayBuffer | SharedArrayBuffer;

export interface BufferBinding {
  byteLengthUtf8(text: string): number;

  /** Up to the end of a Uint8Array without one; undefined for what is none, or with an end no typed array. */
  asciiSlice(view: Uint8Array, start?: number, end?: number): string | undefined;
  base64Slice(view: Uint8Array, start?: number, end?: number): string | undefined;
  base64urlSlice(view: Uint8Array, start?: number, end?: number): string | undefined;
  hexSlice(view: Uint8Array, start?: number, end?: number): string | undefined;
  latin1Slice(view: Uint8Array, start?: number, end?: number): string | undefined;
  ucs2Slice(view: Uint8Array, start?: number, end?: number): string | undefined;
  utf8Slice(view: Uint8Array, start?: number, end?: number): string | undefined;

  /** Both alphabets; characters outside them are skipped, `=` ends the text. */
  base64Write(view: Uint8Array, text: string, offset: number, length: number): number;
  /** Stops at the first pair that is not two hexadecimal digits. */
  hexWrite(view: Uint8Array, text: string, offset: number, length: number): number;
  latin1Write(view: Uint8Array, text: string, offset: number, length: number): number;
  ucs2Write(view: Uint8Array, text: string, offset: number, length: number): number;
  utf8Write(view: Uint8Array, text: string, offset: number, length: number): number;

  /**
   * Copies `source` from `start` to `end`, or all of the rest, as much as `target` has room for from `position` on; how many bytes that
   * is. Both may be the same memory. Undefined if one of them is no Uint8Array.
   */
  copy(target: Uint8Array, position: number, source: Uint8Array, start: number, end?: number): number | undefined;

  /** -1, 0 or 1, as memcmp and then length decide. */
  compare(a: Uint8Array, b: Uint8Array): number;

  /**
   * Index of `needle` in `haystack`, or -1. `from` is a starting index inside the haystack;
   * `backward` searches towards 0. `unit` is 1, or 2 when only even distances count (UTF-16).
   */
  indexOf(haystack: Uint8Array, needle: Uint8Array, from: number, backward: boolean, unit: number): number;
  /**
   * The same with a text as UTF-8; a negative position counts from the end, and NaN is the end that the search begins at. Undefined
   * if the haystack is no typed array.
   */
  indexOfText(haystack: Uint8Array, text: string, from: number, backward: boolean): number | undefined;

  isAscii(input: Bytes): boolean;
  isUtf8(input: Bytes): boolean;
}
