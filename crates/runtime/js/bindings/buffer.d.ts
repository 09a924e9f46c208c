// The native half of `buffer`: conversions between strings and bytes, comparison, search.
//
// Every range is already clamped by the caller: 0 <= start <= end <= view.byteLength.
// A write stores whole characters only and answers the number of bytes written.

export type Bytes = ArrayBufferView | ArrayBuffer | SharedArrayBuffer;

export interface BufferBinding {
  byteLengthUtf8(text: string): number;

  asciiSlice(view: Uint8Array, start: number, end: number): string;
  base64Slice(view: Uint8Array, start: number, end: number): string;
  base64urlSlice(view: Uint8Array, start: number, end: number): string;
  hexSlice(view: Uint8Array, start: number, end: number): string;
  latin1Slice(view: Uint8Array, start: number, end: number): string;
  ucs2Slice(view: Uint8Array, start: number, end: number): string;
  utf8Slice(view: Uint8Array, start: number, end: number): string;

  /** Both alphabets; characters outside them are skipped, `=` ends the text. */
  base64Write(view: Uint8Array, text: string, offset: number, length: number): number;
  /** Stops at the first pair that is not two hexadecimal digits. */
  hexWrite(view: Uint8Array, text: string, offset: number, length: number): number;
  latin1Write(view: Uint8Array, text: string, offset: number, length: number): number;
  ucs2Write(view: Uint8Array, text: string, offset: number, length: number): number;
  utf8Write(view: Uint8Array, text: string, offset: number, length: number): number;

  /** -1, 0 or 1, as memcmp and then length decide. */
  compare(a: Uint8Array, b: Uint8Array): number;

  /**
   * Index of `needle` in `haystack`, or -1. `from` is a starting index inside the haystack;
   * `backward` searches towards 0. `unit` is 1, or 2 when only even distances count (UTF-16).
   */
  indexOf(haystack: Uint8Array, needle: Uint8Array, from: number, backward: boolean, unit: number): number;
  /** The same with a text as UTF-8; a negative position counts from the end. */
  indexOfText(haystack: Uint8Array, text: string, from: number, backward: boolean): number;

  isAscii(input: Bytes): boolean;
  isUtf8(input: Bytes): boolean;
}
