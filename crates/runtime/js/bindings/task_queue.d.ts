// Between two callbacks: microtasks and what the engine says of promises.
export interface TaskQueueBinding {
  /** [HAS_TICK, HAS_REJECTION] */
  tickInfo: Uint8Array;
  HAS_TICK: number;
  HAS_REJECTION: number;
  /** Runs microtasks until there are none. */
  runMicrotasks(): void;
  isPromiseHandled(promise: Promise<unknown>): boolean;
  /** Called when the microtask queue runs empty, once for each promise rejected without a handler. */
  setUnhandledRejectionCallback(callback: (promise: Promise<unknown>, reason: unknown) => void): void;
}
