// Numbers shared between timers, immediates and the door, and the clock they are compared with.
export interface TimersBinding {
  /** [NOW, NEXT_EXPIRY] in ms of loop time since the environment was made. */
  clock: Float64Array;
  NOW: number;
  NEXT_EXPIRY: number;
  /** Reads the clock into clock[NOW]. */
  updateNow(): void;
  /** [REF_COUNT] */
  timerInfo: Int32Array;
  /** [REF_COUNT, COUNT, OUTSTANDING, HAS_DESTROYED] */
  immediateInfo: Int32Array;
  /** [RESOURCE_ID]: the async id of what the next native call makes */
  resourceInfo: Float64Array;
  REF_COUNT: number;
  COUNT: number;
  OUTSTANDING: number;
  HAS_DESTROYED: number;
  RESOURCE_ID: number;
}
