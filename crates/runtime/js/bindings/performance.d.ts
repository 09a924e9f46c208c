// What the loop tells about its own time, in ms of the process's clock (process.uptime() * 1000).
export interface PerformanceBinding {
  /** How long the loop has waited in poll. */
  idleTime(): number;
  /** When the builtins were ready; -1 before. */
  bootstrapComplete(): number;
  /** When the loop was entered, after the main script; -1 before. */
  loopStart(): number;
}
