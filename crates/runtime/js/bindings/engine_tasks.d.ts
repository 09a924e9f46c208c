// Tasks that the engine finishes outside any script.
export interface EngineTasksBinding {
  /** One more result is waited for: it keeps the loop alive. */
  hold(): void;
  release(): void;
  /** A full collection, or one of the young generation. */
  collectGarbage(youngOnly: boolean): void;
}
