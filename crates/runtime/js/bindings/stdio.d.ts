// The standard descriptors.
export interface StdioBinding {
  guessHandleType(fd: number): 'TTY' | 'FILE' | 'PIPE' | 'UNKNOWN';
  /** Writes a string (as UTF-8) or bytes until all is out; 0 or a negative errno. */
  writeAll(fd: number, chunk: string | Uint8Array): number;
  /** Reads descriptor 0 until stopped: bytes, null at the end, a negative errno on failure. */
  startReading(way: 'poll' | 'pool', callback: (chunk: Uint8Array | null | number) => void): void;
  stopReading(): void;
  /** Whether reading keeps the loop alive. */
  setReadingRef(wanted: boolean): void;
}
