// The native half of TextEncoder and TextDecoder: whole conversions, no state.

export interface EncodingBinding {
  /** UTF-8 of the text, in memory of its own. */
  encodeUtf8(text: string): Uint8Array;

  /** Writes as many whole characters as fit; `progress` gets [code units read, bytes written]. */
  encodeInto(text: string, target: Uint8Array, progress: Uint32Array): void;

  /** The text of view[start..end); undefined when `fatal` and the bytes are not UTF-8. */
  decodeUtf8(view: Uint8Array, start: number, end: number, fatal: boolean): string | undefined;
}
