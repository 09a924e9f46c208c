// Workers: threads with an environment of their own.
export interface WorkersBinding {
  /** 0 in an environment that is no worker. */
  threadId: number;
  threadName: string;
  /**
   * Starts a thread that has the channel's end for a parent, and gives its number. The entry is a file, the URL of a module, or
   * text. `variables` are names and values in turns.
   */
  start(
    kind: 'file' | 'url' | 'text',
    entry: string,
    argv: string[],
    execArgv: string[],
    variables: string[],
    name: string,
    stackBytes: number,
    channel: number,
  ): number;
  /**
   * Ends the worker as soon as that can be done. If it waits for shared memory: a buffer of that memory, made by `make`, and
   * where in it the element is; the element is to be notified, and this to be called again.
   */
  terminate(thread: number, make: (length: number) => SharedArrayBuffer): [SharedArrayBuffer, number] | undefined;
  /** Of a worker that has ended: its exit code, and why it could not be started if it could not. */
  takeLeave(thread: number): [code: number, failure: string | undefined] | undefined;
  /** In a worker, before it waits for an element of shared memory. Does not return if it is to end. */
  beginWait(buffer: SharedArrayBuffer, byteOffset: number): void;
  endWait(): void;
}
