// The native half of `vm`: other global objects and scripts in them.

export interface VmBinding {
  /** A fresh global object with the builtins of the language only: its number and the object. */
  createContext(): [context: number, globalObject: object];

  /** Runs a script in a context (-1: the program's own) and gives its completion value. */
  evaluate(context: number, code: string, url: string, firstLine: number): unknown;
}
