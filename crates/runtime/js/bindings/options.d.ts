// The options of this run.
export interface OptionsBinding {
  /** By the flag's name, as '--unhandled-rejections'. */
  values: Record<string, unknown>;
  entry: { kind: 'file' | 'check' | 'eval' | 'interactive' | 'stdin'; path?: string; source?: string; print?: boolean; inputType?: string; type?: 'commonjs' | 'module' };
  requires: string[];
  imports: string[];
  /** process.argv */
  argv: string[];
  /** Somebody looks at the record of causes. */
  observed: boolean;
  /** Somebody wants to know of every promise as well. */
  observedPromises: boolean;
  /** The process was started with a channel to its parent (NODE_CHANNEL_FD). */
  hasChannel: boolean;
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
    /** How coarse the clocks of a page are, in microseconds, and how coarse in an isolated one; undefined in Node's loops. */
    clockStepUs: number | undefined;
    isolatedClockStepUs: number | undefined;
    isVirtualTime: boolean;
    nodeGlobals: boolean;
    frameRateHz: number;
    /** undefined: the choice `frame` decides */
    framePhaseMs: number | undefined;
    /** What a page leaves open, as it was decided; undefined in Node's loops. */
    choices: {
      /** undefined: framePhaseMs decides */
      frame?: 'late' | 'early';
      queues: 'posted' | 'timers-together' | 'timers-last' | 'timers-first';
      /** Which of so many ready queues is served, oldest task first; undefined: always the first. */
      task?: (ready: number) => number;
    } | undefined;
    /** Globals that Node did not have yet in the time of the loop; undefined today. */
    absentGlobals?: string[];
  };
}
