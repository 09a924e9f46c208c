// What printing and mending stacks needs from the native side.
export interface ErrorsBinding {
  /** The text of a line of the code that runs, or with 'original' of the source its author wrote. */
  sourceLine(url: string, line: number, which?: 'original'): string | undefined;
  /** Where a position of transformed code was in its source; undefined if it did not move. */
  originalPosition(url: string, line: number, column: number): [number, number] | undefined;
  isNativeError(value: unknown): boolean;
  /** Writes to descriptor 2 until all is out; failures are ignored. */
  writeStderr(text: string): void;
  isStderrTerminal: boolean;
}
