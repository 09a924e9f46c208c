// Tasks that the engine finishes outside any script.
export interface EngineTasksBinding {
  /** Gives the function that delivers one thing that was announced, as a callback of the loop. */
  install(deliver: (kind: number) => void): void;
  /** A promise that the engine has settled. */
  SETTLED: number;
  /** A registry of which objects were collected. */
  UNCLEAN: number;
  /** There is one more to deliver. */
  announce(kind: number): void;
  /** One more result is waited for: it keeps the loop alive. */
  hold(): void;
  release(): void;
  /** A full collection, or one of the young generation. */
  collectGarbage(youngOnly: boolean): void;
}
