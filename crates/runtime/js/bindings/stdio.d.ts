// The standard descriptors.
export interface StdioBinding {
  guessHandleType(fd: number): 'TTY' | 'FILE' | 'PIPE' | 'TCP' | 'UDP' | 'UNKNOWN' | 'INVALID';
  /** Writes a string (as UTF-8) or bytes until all is out; 0 or a negative errno. */
  writeAll(fd: number, chunk: string | Uint8Array): number;
  /** The same for a line, unless it would have to wait for the reader of a pipe; false if not all is out. */
  writeNow(fd: number, text: string): boolean;
  /** Lets whoever looks know what is printed by other ways. */
  printed(fd: number, chunk: string | Uint8Array): void;
}
