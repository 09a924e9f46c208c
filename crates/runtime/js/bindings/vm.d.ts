// The native half of `vm`: other global objects and scripts in them.

export interface VmBinding {
  /** A fresh global object with the builtins of the language only: what leads to it, and the object. */
  createContext(): [context: object, globalObject: object];

  /**
   * A fresh global object that has builtins of its own, a frame's: its number, the primordials that those builtins use, the object,
   * and what leads to it. The intrinsics in the primordials stay for as long as the environment.
   */
  createRealm(): [number: number, primordials: object, globalObject: object, context: object];
  /** The function of a builtin in such a realm; undefined if there is none. */
  compileBuiltin(realm: number, context: object, id: string): Function | undefined;
  /** Has `callback` told of the promises of a context that are rejected without a handler. False if the engine cannot. */
  setUnhandledRejectionCallback(context: object, callback: (promise: Promise<unknown>, reason: unknown) => void): boolean;

  /** Runs a script in a context (the program's own by default) and gives its completion value. */
  evaluate(context: object | undefined, code: string, url: string, firstLine: number): unknown;

  /** Gives the global object of a context another prototype. False if the engine cannot. */
  setPrototype(context: object, prototype: object | null): boolean;
  /** Makes an object of the context what its scripts see as `this` and `globalThis`. False if the engine cannot. */
  replaceGlobalThis(context: object, standIn: object): boolean;
  /** From here to the end of the watch SIGINT does not end the process, and whether it has come can be asked. Watches nest. */
  beginSigintWatch(): void;
  hasSigintCome(): boolean;
  endSigintWatch(): void;
  /** From now on `eval` and `new Function` throw an EvalError in a context (the program's own by default). */
  forbidEval(context: object | undefined, message: string): void;
}
