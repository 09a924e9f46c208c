// Message ports, as far as the loop knows them. A port is a number here; those that were closed are no longer known.
export interface PortsBinding {
  /**
   * Gives the functions that ports are served with: how many messages are in front of a port that can take one, deliver
   * one of them, end a port in the closing phase, and take what has come from outside through a channel.
   */
  install(
    waiting: (port: number) => number,
    emit: (port: number) => void,
    closed: (port: number) => void,
    arrived: (channel: number) => void,
  ): void;
  /** A new port, which does not keep the loop alive. */
  open(): number;
  setRef(port: number, wanted: boolean): void;
  /** Has the port served in the poll phase. */
  ring(port: number): void;
  close(port: number): void;
  /** Opens the channel to whoever started the environment: its number, or 0 if there is none or it was opened. */
  openParent(): number;
  /** False if the other end is gone. */
  postOutside(channel: number, message: Uint8Array): boolean;
  /** The next message; null if there is none, undefined if none will come any more. */
  take(channel: number): Uint8Array | null | undefined;
  closeChannel(channel: number): void;
}
