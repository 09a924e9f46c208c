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
  /** Takes the end of the channel to whoever started the environment: its number, or 0 if there is none or it was taken. */
  openParent(): number;
  /** A channel both of whose ends are here. */
  makeChannel(): [number, number];
  /** Has `arrived` called for what comes, and for what has come. */
  listen(channel: number): void;
  closeChannel(channel: number): void;
  /** The channels travel with the message, and so does the memory of the shared buffers. False if the other end is gone. */
  postOutside(channel: number, message: Uint8Array, channels?: number[], buffers?: SharedArrayBuffer[], files?: number[], blocks?: Uint8Array[]): boolean;
  /** Puts a message in front of what is to be taken. */
  giveBack(channel: number, message: Uint8Array, channels?: number[], buffers?: SharedArrayBuffer[], files?: number[], blocks?: Uint8Array[]): void;
  /**
   * The next message; null if there is none, undefined if none will come any more. `make` makes the buffers that get the shared
   * memory which came along.
   */
  take(channel: number, make: (length: number) => SharedArrayBuffer): Uint8Array | [Uint8Array, number[], SharedArrayBuffer[], number[], Uint8Array[]] | null | undefined;
  /** The number of a member of those who hear the broadcast, and the channel it hears through. */
  joinBroadcast(name: string): [member: number, channel: number];
  leaveBroadcast(name: string, member: number): void;
  broadcast(name: string, member: number, message: Uint8Array, buffers: SharedArrayBuffer[]): void;
  /** Gives the end of a channel away, for messages to this thread. */
  introduceThread(channel: number): void;
  /** False if there is no such thread, or it takes no messages. */
  postToThread(thread: number, message: Uint8Array, channels?: number[], buffers?: SharedArrayBuffer[], files?: number[], blocks?: Uint8Array[]): boolean;
}
