// --warn-blocked: which callback runs.
export interface BlockedBinding {
  enabled: boolean;
  /** `stack` is the engine's, from where it was scheduled. */
  beginCallback(kind: string, stack: string): void;
  endCallback(): void;
}
