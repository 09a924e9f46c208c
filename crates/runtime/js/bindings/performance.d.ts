// What the loop tells about its own time, in ms of the process's clock (process.uptime() * 1000).
export interface PerformanceBinding {
  /** When the environment began, in ms of the Unix epoch with fractions. The clocks of a program's environments agree. */
  timeOrigin(): number;
  /** How long the loop has waited in poll. */
  idleTime(): number;
  /**
   * When the loop, the engine and the environment were made, when the builtins were ready, when the loop was entered, after
   * the main script, and when it was left; -1 for what is to come.
   */
  milestones(): [loop: number, engine: number, environment: number, bootstrapComplete: number, loopStart: number, loopExit: number];
}
