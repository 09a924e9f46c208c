// Workers: threads with an environment of their own.
export interface WorkersBinding {
  /** 0 in an environment that is no worker. */
  threadId: number;
  threadName: string;
  /**
   * Starts a thread that has the channel's end for a parent, and gives its number. The entry is a file, the URL of a module, or
   * text. `variables` are names and values in turns; without them those of this environment are shared. If it has flags or
   * variables of its own and some are wrong, no thread is started and they are given instead, or what is wrong in which variable.
   */
  start(
    kind: 'file' | 'url' | 'text',
    entry: string,
    argv: string[],
    execArgv: string[],
    variables: string[] | undefined,
    name: string,
    stackBytes: number,
    channel: number,
    hasFlags: boolean,
    hasVariables: boolean,
    asyncId: number,
  ): number | string[] | { name: string, problem: string };
  /**
   * Ends the worker as soon as that can be done. If it waits for shared memory: a buffer of that memory, made by `make`, and
   * where in it the element is; the element is to be notified, and this to be called again.
   */
  terminate(thread: number, make: (length: number) => SharedArrayBuffer): [SharedArrayBuffer, number] | undefined;
  /** Of a worker that has ended: its exit code, and why it could not be started if it could not. */
  takeLeave(thread: number): [code: number, failure: string | undefined] | undefined;
  /** Variables that several threads see. */
  shareVariables(variables: string[]): void;
  variable(name: string): string | undefined;
  setVariable(name: string, value: string): void;
  deleteVariable(name: string): void;
  variableNames(): string[];
  /** In a worker, before it waits for an element of shared memory. Does not return if it is to end. */
  beginWait(buffer: SharedArrayBuffer, byteOffset: number): void;
  endWait(): void;
  /** How long the loop of a worker has waited and for how long it turns, in milliseconds; undefined while it does not turn. */
  loopTimes(thread: number): [idle: number, turning: number] | undefined;
  /** Microseconds of this thread in the program and in the system. */
  cpuUsage(): [user: number, system: number];
  /** The channel through which this thread hears that it was notified, by the number it waits with; 0 if it was opened before. */
  openAsyncWaits(): number;
  /** Begins to wait for an element of 32 bits, or of 64 if `high` is given; false if it holds something else. */
  waitAsync(buffer: SharedArrayBuffer, byteOffset: number, low: number, high: number | undefined, number: number): boolean;
  /** How many of those who wait were woken. */
  notifyAsync(buffer: SharedArrayBuffer, byteOffset: number, limit: number): number;
  /** False if it was notified before. */
  giveUpWait(number: number): boolean;
}
