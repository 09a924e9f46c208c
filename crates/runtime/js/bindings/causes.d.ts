// The record of causes: which resources are made, called back and gone. Only called while somebody looks.
export interface CausesBinding {
  /** Somebody looks. */
  enabled: boolean;
  /**
   * `turn` is what the log of turns calls its callbacks, 'entry' if they are the loop's own, '' if they run inside another.
   * `name` is that of the function it will call, `detail` JSON, `stack` the engine's.
   */
  made(id: number, kind: string, triggerId: number, turn: string, name: string, detail: string | undefined, stack: string): void;
  /** Somebody wants to hear of `waited`. */
  watchesWaits: boolean;
  /** A callback begins. A resource that was never made has `kind`, and is gone when it ends. */
  begin(id: number, kind: string | undefined, detail: string | undefined): void;
  /** A callback is over: the innermost one if there is no id. */
  end(id: number | undefined): void;
  gone(id: number): void;
  /** The program has waited in a call that is about to return to it. */
  waited(): void;
}
