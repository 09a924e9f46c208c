// Terminals. A descriptor is one of the standard three or one that fs opened.
export interface TtyBinding {
  isTTY(fd: number): boolean;
  /** [columns, rows], or a negative errno. */
  getWindowSize(fd: number): [number, number] | number;
  /** 0 or a negative errno. */
  setRawMode(fd: number, wanted: boolean): number;
  /** Puts back what the terminal was set to before the first setRawMode. */
  reset(): void;
}
