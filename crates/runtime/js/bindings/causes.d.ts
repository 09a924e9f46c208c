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
  /** Somebody may ask what keeps the program alive. */
  answersLife: boolean;
  /** What lists the timers and immediates that do: lines of an id and the milliseconds until it is due. */
  setLifeLister(lister: () => string): void;
  /** Somebody wants to know where resources are made; else their stacks are empty. */
  places: boolean;
  /** Lints will look at the recording. */
  lints: boolean;
  /** Something was seen that a lint is about; `stack` is the engine's. */
  note(lint: string, text: string, stack: string): void;
  /** Somebody wants to know of promises. */
  promises: boolean;
  /** What has no async id has numbers above this. */
  WITHOUT_ASYNC_ID: number;
  /** A function goes on after an await, for the last time or not. */
  resumed(id: number, isLast: boolean): void;
  /** A mark goes into the queue of promise jobs: what is queued from here on stands behind it. */
  markQueued(): void;
  /** The queue has come to the oldest mark. */
  markRun(): void;
  /** Bytes were written to a connection, or read from it by the callback that runs; both ends call the way they go by one name. */
  sent(id: number, flow: string, bytes: number): void;
  received(id: number, flow: string, bytes: number): void;
  /** Where the recorder alone is told, in numbers: whether anybody reads what is recorded. With it come those that follow. */
  isWanted?: boolean;
  /** Has `listener` told, between two callbacks, when that has changed. */
  setWantedListener(listener: (isWanted: boolean) => void): void;
  /** As `made`, with the numbers of texts; a timer has its delay. Where in the program that is, it finds out by itself. */
  madeNumbered(
    id: number, triggerId: number, kind: number, turn: number, name: number, delay: number | undefined, repeats: boolean,
  ): void;
  beginNumbered(id: number): void;
  endNumbered(id: number): void;
  goneNumbered(id: number): void;
  /** What was told has to be described again some day. */
  describesAgain: boolean;
  /** What is told without a call: how many numbers are used, and three for each. Absent if it has to be described again. */
  told?: Float64Array;
  /** Empties `told`. */
  takeTold(): void;
  /** The numbers of the texts that every tick has. */
  setTickTexts(kind: number, turn: number): void;
  /** What finds the number of a place in the stack that `madeNumbered` is called with. */
  setPlaceFinder(finder: () => number): void;
  /** The number of a text. */
  numberOf(text: string): number;
  /** That of the place in the program that a stack of the engine shows. */
  numberOfPlace(stack: string): number;
  /** The program has waited in a call that is about to return to it. */
  waited(): void;
}
