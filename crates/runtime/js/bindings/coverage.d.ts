// Which code has run, as V8 tells it.

export interface CoverageBinding {
  /** Counts in what is compiled from now on, and writes to the folder. */
  start(directory: string): void;
  /** Writes what has run since the last time to a file of its own in the folder; gives what went wrong. */
  take(): string | undefined;
  /** Forgets the counters and the folder. */
  stop(): void;
}
