// --turn-log: which turn of the loop runs.
export interface TurnsBinding {
  enabled: boolean;
  /** `detail` is JSON; `cause` is the turn that scheduled this one, `stack` the engine's stack there. */
  begin(kind: string, detail: string | undefined, cause: number | undefined, stack: string | undefined): void;
  end(): void;
  /** The turn that runs, 0 if there is none. */
  current(): number;
}
