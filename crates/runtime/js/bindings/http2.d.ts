// Sessions of HTTP/2. Results are nghttp2's: 0 or a stream's number, negative when something is refused.
type Session = object;

/** A name, NUL, a value, NUL, and so on; on the way out each is followed by a character of flags (1: sensitive). */
type Headers = string;

/** Of `request` and `respond`: 1, there is a body; 2, trailers follow it. */
type MessageFlags = number;

/** Four values an event: its kind, a stream, two parts.
 *  0 headers: block, [category, flags, names of the sensitive ones]. 1 data: bytes. 2 the peer's end. 3 closed: code.
 *  4 all that was written is out. 5 trailers may follow. 6 settings: their values. 7 own settings are acknowledged: their
 *  values. 8 ping: payload.
 *  9 its answer: payload. 10 goaway (the stream is the last one seen): code, data. 11 priority: parent, [weight, exclusive].
 *  12 alternative service: origin, value. 13 origins. 14 a frame was not sent: its type, code. 15 failed: nghttp2's code.
 *  16 too many invalid frames. */
type Events = unknown[];

export interface Http2Binding {
  version: string;
  /** After `flush` and `takeOutput`: are there events, how many bytes went out, what is wanted (1 to read, 2 to write). */
  fields: Uint32Array;
  createSession(isServer: boolean, options: (number | boolean | undefined)[]): Session;
  /** What the stream reads is the session's from here on. */
  attach(session: Session, stream: number): void;
  receive(session: Session, bytes: Uint8Array): void;
  events(session: Session): Events | undefined;
  wants(session: Session): number;
  /** Nobody will ask about it again: what still comes is dropped. */
  finish(session: Session): void;
  /** Sends what there is to send; as `write` of a stream. */
  flush(session: Session, stream: number, callback: (status: number) => void): number;
  takeOutput(session: Session): Uint8Array | undefined;
  /** The same in the pieces that nghttp2 makes of it. */
  takePieces(session: Session): Uint8Array[] | undefined;
  request(session: Session, headers: Headers, flags: MessageFlags, parent?: number, weight?: number, exclusive?: boolean): number;
  respond(session: Session, stream: number, headers: Headers, flags: MessageFlags): number;
  info(session: Session, stream: number, headers: Headers): number;
  trailers(session: Session, stream: number, headers: Headers): number;
  push(session: Session, parent: number, headers: Headers): number;
  write(session: Session, stream: number, chunks: Uint8Array | Uint8Array[]): boolean;
  end(session: Session, stream: number): number;
  hasOutgoing(session: Session, stream: number): number;
  reset(session: Session, stream: number, code: number): number;
  setReading(session: Session, stream: number, wanted: number): number;
  /** Nobody will ask about the stream again. */
  release(session: Session, stream: number): number;
  priority(session: Session, stream: number, parent: number, weight: number, exclusive: boolean): number;
  /** Numbers and values in turns. */
  settings(session: Session, list: number[]): number;
  ping(session: Session, payload: Uint8Array): number;
  goaway(session: Session, code: number, lastStream: number, data: Uint8Array | undefined): number;
  terminate(session: Session, unused: number, code: number): number;
  shutdownNotice(session: Session): number;
  altsvc(session: Session, stream: number, origin: string, value: string): number;
  /** Each followed by NUL. */
  origins(session: Session, origins: string): number;
  setLocalWindowSize(session: Session, size: number): number;
  setNextStreamID(session: Session, stream: number): number;
  /** The values of the settings 1 to 6 and 8. */
  currentSettings(session: Session, isLocal: boolean): number[];
  sessionState(session: Session): number[];
  streamState(session: Session, stream: number): number[];
  /** Frames received and sent, bytes received and sent, streams, the most of them at once. */
  sessionStatistics(session: Session): number[];
  /** Bytes received and sent; milliseconds since it was made, to its first header, to the first byte sent (or negative). */
  streamStatistics(session: Session, stream: number): number[] | undefined;
  errorText(code: number): string;
}
