// What hooks of promises need of the engine.
export interface PromiseHooksBinding {
  /**
   * Has `new Promise` call `construct`. The answer is a function with the engine's own code; undefined if the engine offers no
   * way, or if `promise` is not its constructor.
   */
  hookConstructor(
    promise: Function, construct: (executor: unknown, newTarget: Function) => Promise<unknown>,
  ): Function | undefined;
  /** Whether a promise is fulfilled or rejected, as far as the engine tells. */
  isSettled(promise: Promise<unknown>): boolean;
  /** Remembers one of the functions that the engine gives to a thenable, so that the promise may take over its state. */
  learnSettler(settle: Function, promise: Promise<unknown>): void;
  /** The promise that is settled by a function like the one that was learned. */
  settledBy(settle: Function): Promise<unknown> | undefined;
  /**
   * Asked by what an async function or async generator calls: its body, a function that is there for one call of it. Undefined if none
   * has called or the engine does not tell. Missing where the engine has no functions of this kind.
   */
  runningBody?(): Function | undefined;
  /** The same for the promise that it, or the step of a generator, settles. */
  runningPromise?(): Promise<unknown> | undefined;
}
