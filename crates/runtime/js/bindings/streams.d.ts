// Native streams of the loop, by number. A status is 0 or a negative errno.
export interface StreamsBinding {
  /** [0]: the stream that `nextRead` has read; [1]: how many bytes. */
  fields: Uint32Array;
  /** `reader` is called once a poll round when streams are ready. */
  setReader(reader: () => void): void;
  /** Bytes, `WAITS`, null at a stream's end, a negative errno, undefined when the loop has to go on. A stream that a parser
   *  consumes gives the first event of its bytes in their place; see http.d.ts. One of lines gives text. */
  nextRead(): Uint8Array | null | number | string | boolean | undefined;
  /** There are bytes, few, which `takeRead` puts into an array of that length. */
  WAITS: number;
  takeRead(bytes: Uint8Array): void;

  /** These give a number, or a negative errno. A pipe and a socket own the descriptor unless it is a standard one. */
  openPipe(fd: number): number;
  openTcp(fd: number): number;
  openTty(fd: number): number;
  newPipe(isServer: boolean): number;
  newTcp(isServer: boolean): number;

  readStart(stream: number): number;
  readStop(stream: number): number;
  /** From the next read on `nextRead` gives the whole lines that have come, as one text without its last line end; false
   *  if none is whole. */
  readLines(stream: number): void;
  /** Whether a line has begun and not ended. */
  isWithinLine(stream: number): boolean;
  /** How many bytes are read at once. */
  setReadSize(stream: number, bytes: number): number;
  /** Bytes or Latin-1 text. 0: all is written; 1: `callback` will tell; negative: an errno. */
  write(stream: number, chunks: Uint8Array | string | (Uint8Array | string)[]): number;
  /** Text as UTF-8, and a line end; as `write`. */
  writeLine(stream: number, text: string): number;
  writeRest(stream: number, callback: (status: number) => void): number;
  writeQueueSize(stream: number): number;
  shutdown(stream: number, callback: (status: number) => void): number;
  /** `callback` comes in the closing phase. */
  close(stream: number, callback: (status: number) => void): number;
  /** The same, and the other side hears of a reset. */
  closeReset(stream: number, callback: (status: number) => void): number;
  setRef(stream: number, held: boolean): number;
  /** Has the loop know a stream that is there already by the id that was announced last. */
  adopt(stream: number): number;
  hasRef(stream: number): boolean;
  setBlocking(stream: number, blocking: boolean): number;
  /** -1 if there is none. */
  fd(stream: number): number;

  /** Descriptors that come with what a pipe reads are kept. Said before reading starts. */
  passHandles(stream: number): number;
  /** Writes bytes and with them a stream, or if that is 0 a file. 1: `callback` will tell; negative: an errno. */
  writeWith(pipe: number, bytes: Uint8Array, stream: number, fd: number, callback: (status: number) => void): number;
  /** What came along first: a stream's number, or a descriptor's if it is no stream. */
  takeHandle(pipe: number): [type: 'TCP' | 'PIPE' | 'UDP' | 'TTY' | 'FILE' | 'UNKNOWN', number: number] | undefined;

  connectTcp(stream: number, address: string, port: number, callback: (status: number) => void): number;
  connectPipe(stream: number, name: string, callback: (status: number) => void): number;
  bindTcp(stream: number, address: string, port: number, ipv6Only: boolean, reusePort: boolean): number;
  bindPipe(stream: number, name: string): number;
  /** `callback` gets the number of each connection, or a negative errno. */
  listen(stream: number, backlog: number, callback: (connection: number) => void): number;
  localAddress(stream: number): [address: string, family: 'IPv4' | 'IPv6', port: number] | number;
  peerAddress(stream: number): [address: string, family: 'IPv4' | 'IPv6', port: number] | number;
  setNoDelay(stream: number, wanted: boolean): number;
  setTypeOfService(stream: number, value: number): number;
  /** Or a negative errno. */
  typeOfService(stream: number): number;
  /** 0 seconds: off. */
  setKeepAlive(stream: number, wanted: boolean, seconds: number): number;
}
