// Message ports, as far as the loop knows them. A port is a number here; those that were closed are no longer known.
export interface PortsBinding {
  /**
   * Gives the functions that ports are served with: how many messages are in front of a port that can take one, deliver
   * one of them, and end a port in the closing phase.
   */
  install(waiting: (port: number) => number, emit: (port: number) => void, closed: (port: number) => void): void;
  /** A new port, which does not keep the loop alive. */
  open(): number;
  setRef(port: number, wanted: boolean): void;
  /** Has the port served in the poll phase. */
  ring(port: number): void;
  close(port: number): void;
}
