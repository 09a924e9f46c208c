// The native half of `vm`: other global objects and scripts in them.

export interface VmBinding {
  /** A fresh global object with the builtins of the language only: what leads to it, and the object. */
  createContext(): [context: object, globalObject: object];

  /** Runs a script in a context (the program's own by default) and gives its completion value. */
  evaluate(context: object | undefined, code: string, url: string, firstLine: number): unknown;
}
