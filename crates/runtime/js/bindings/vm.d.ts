// The native half of `vm`: other global objects, and scripts with a time limit.

export interface VmBinding {
  /** Whether a script can be given a time limit in this run. */
  readonly limitsTime: boolean;

  /** A fresh global object with the builtins of the language only: its number and the object. */
  createContext(): [context: number, globalObject: object];

  /**
   * Runs a script in a context (-1: the program's own) and gives its completion value, or `overrun` when it
   * was ended because it ran longer than `timeoutMs` (0: no limit).
   */
  evaluate(
    context: number, code: string, url: string, firstLine: number, timeoutMs: number, overrun: unknown,
  ): unknown;
}
