// The standard descriptors.
export interface StdioBinding {
  guessHandleType(fd: number): 'TTY' | 'FILE' | 'PIPE' | 'UNKNOWN';
  /** Writes a string (as UTF-8) or bytes until all is out; 0 or a negative errno. */
  writeAll(fd: number, chunk: string | Uint8Array): number;
}
