// The locks that the threads of a program share.

export interface LocksBinding {
  /** The channel through which this thread hears what others grant or take: [number, isGranted]; 0 if it was opened before. */
  open(): number;

  /**
   * True if the lock is granted, false if it is not available, undefined if the request waits; and the requests of this thread
   * that were robbed of it.
   */
  request(
    name: string, number: number, isShared: boolean, ifAvailable: boolean, steal: boolean,
  ): [boolean | undefined, robbed: number[]];

  /** Lets go of a lock, or of a request that waits. Gives the requests of this thread that are granted by that. */
  release(name: string, number: number): number[];

  /** What is held and what waits: name, isShared, thread. */
  query(): [held: [string, boolean, number][], pending: [string, boolean, number][]];
}
