// What printing and mending stacks needs from the native side.
export interface ErrorsBinding {
  /** The text of a line of the code that runs, or with 'original' of the source its author wrote. */
  sourceLine(url: string, line: number, which?: 'original'): string | undefined;
  /** Where a position of transformed code was in its source; undefined if it did not move. */
  originalPosition(url: string, line: number, column: number): [number, number] | undefined;
  /** What the author wrote in the place of a piece of running code; the same text if that is not known. */
  originalText(text: string): string;
  isNativeError(value: unknown): boolean;
  /** Writes to descriptor 2 until all is out; failures are ignored. */
  writeStderr(text: string): void;
  isStderrTerminal: boolean;
  /**
   * Has `told` called for errors that are made in, or delivered to, code that somebody awaits; see crates/jsc, `hook_errors`
   * and `WaiterSamples`. False if the engine offers no way.
   */
  watchErrors(
    samples: unknown[], told: (error: Error, waiters: unknown[], isDelivered: boolean) => void, constructors: Function[],
  ): boolean;
  /** To be called by the sample async function before it waits. Missing as `waiters` is. */
  noteSample?(): void;
  /** Who waits for the promise job that runs, as `told` gets them. Missing where the engine has no functions of this kind. */
  waiters?(): unknown[] | undefined;
  /** Who waits for a promise, as `told` gets them; undefined if nobody does, or if the engine does not show it. */
  waitersOf(promise: Promise<unknown>): unknown[] | undefined;
  /** URL, line and column of the body of a function that waits. */
  bodyPlace(body: unknown): [string, number, number] | undefined;
  /**
   * Line and column in the original where an async function waits, whether it is an arrow function, and the name it has from where it stands: at the point with
   * this number if its body begins at the given place, or else at the `await` nearest to the given place.
   */
  suspension(url: string, line: number, column: number, point?: number): [number, number, boolean, string | undefined] | undefined;
  /** The name that the function around a place of running code has from where it stands, if it has no other. */
  functionName(url: string, line: number, column: number): string | undefined;
}
