// The options of this run.
export interface OptionsBinding {
  /** By the flag's name, as '--unhandled-rejections'. */
  values: Record<string, unknown>;
  entry: { kind: 'file' | 'check' | 'eval' | 'stdin'; path?: string; source?: string; print?: boolean; inputType?: string; type?: 'commonjs' | 'module' };
  requires: string[];
  imports: string[];
  /** process.argv */
  argv: string[];
  /** Somebody looks at the record of causes. */
  observed: boolean;
  /** The loop that was asked for with --loop, and what was said about it. */
  loop: {
    isWindow: boolean;
    drainsPerBatch: boolean;
    readsModulesInPool: boolean;
    /** How many turns of the microtask queue the await of a promise takes. */
    awaitTurns: 1 | 3;
    closesIteratorsOnRejection: boolean;
    warnsOfEveryDuration: boolean;
    milestonesAreTasks: boolean;
    portsQueueOneTask: boolean;
    messagesWaitForLoad: boolean;
    isVirtualTime: boolean;
    nodeGlobals: boolean;
    frameRateHz: number;
    /** undefined: the choice `frame` decides */
    framePhaseMs: number | undefined;
    /** By the choice point's name, only those that this loop has. */
    choices: Record<string, string>;
    /** Globals that Node did not have yet in the time of the loop; undefined today. */
    absentGlobals?: string[];
  };
}
