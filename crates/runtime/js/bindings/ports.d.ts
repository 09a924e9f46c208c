/** What a message may be without being made of parts. */
type Alone = string | number | boolean | null | undefined | ArrayBuffer;

// Message ports, as far as the loop knows them. A port is a number here; those that were closed are no longer known.
export interface PortsBinding {
  /**
   * Gives the functions that ports are served with: how many messages are in front of a port that can take one, deliver
   * one of them, end a port in the closing phase, take what has come from outside through a channel, and detach a buffer.
   */
  install(
    waiting: (port: number) => number,
    emit: (port: number) => void,
    closed: (port: number) => void,
    arrived: (channel: number) => void,
    detach: (buffer: ArrayBuffer) => void,
  ): void;
  /** A new port, which does not keep the loop alive; behind one of a worker there is a thread. */
  open(isWorker: boolean): number;
  setRef(port: number, wanted: boolean): void;
  /** Has the port served in the poll phase. `waiting` is what the function of that name would answer, but for an end: 0 then. */
  ring(port: number, waiting: number): void;
  close(port: number): void;
  /** Takes the end of the channel to whoever started the environment: its number, or 0 if there is none or it was taken. */
  openParent(): number;
  /** A channel both of whose ends are here. */
  makeChannel(): [number, number];
  /** Has `arrived` called for what comes, and for what has come. */
  listen(channel: number): void;
  closeChannel(channel: number): void;
  /**
   * A message is in the form of internal/messaging/serializer, or a primitive value or a large buffer by itself, which is written
   * so. The channels travel with the message, and so does the memory of the shared buffers. False if the other end is
   * gone.
   */
  postOutside(channel: number, message: Uint8Array | Alone, channels?: number[], buffers?: SharedArrayBuffer[], files?: number[], blocks?: ArrayBuffer[]): boolean;
  /** Puts a message in front of what is to be taken. */
  giveBack(channel: number, message: Uint8Array, channels?: number[], buffers?: SharedArrayBuffer[], files?: number[], blocks?: ArrayBuffer[]): void;
  /**
   * The next message; null if there is none, undefined if none will come any more. `make` makes the buffers that get the shared
   * memory which came along.
   */
  take(channel: number, make: (length: number) => SharedArrayBuffer): Uint8Array | [Alone] | [Uint8Array, number[], SharedArrayBuffer[], number[], ArrayBuffer[]] | null | undefined;
  /** The memory of this buffer has moved to it from another one, and is not to be counted twice. */
  noteMoved(buffer: ArrayBuffer): void;
  /** The number of a member of those who hear the broadcast, and the channel it hears through. */
  joinBroadcast(name: string): [member: number, channel: number];
  leaveBroadcast(name: string, member: number): void;
  broadcast(name: string, member: number, message: Uint8Array, buffers: SharedArrayBuffer[]): void;
  /** Gives the end of a channel away, for messages to this thread. */
  introduceThread(channel: number): void;
  /** False if there is no such thread, or it takes no messages. */
  postToThread(thread: number, message: Uint8Array, channels?: number[], buffers?: SharedArrayBuffer[], files?: number[], blocks?: ArrayBuffer[]): boolean;
}
