/** What is in a parser's input: a head, bytes of a body, or 0 no more, 1 the end of a message, 2 the same with trailers,
 *  3 what follows is not HTTP, 4 an error. */
type HttpEvent = string | Uint8Array | 0 | 1 | 2 | 3 | 4;

// Parsers of HTTP, by number.
export interface HttpBinding {
  /**
   * After a head: [0] flags: 1 keep-alive, 2 close, 4 connection: upgrade, 8 upgrade, 16 chunked, 32 transfer-encoding,
   * 64 content-length, 128 host, 256 expect, 1<<16 wants to upgrade, 1<<17 the connection may go on, 1<<18 the message is
   * over with its head; [1] index of the method, or status; [2] version, major in the second byte; [3], [4] where the URL
   * or the reason is in the head. After every event: [5] bytes taken; [6] whether some are left. After `split`: [7] count.
   */
  fields: Uint32Array;
  /** After `split`: four numbers a header, start and end of name and value. */
  offsets: Uint32Array;
  allMethods: string[];
  methods: string[];
  /** Validation: 0 strict, 1 relaxed, 2 insecure. No limit to the number of headers: 0. */
  newParser(isRequest: boolean, validation: number, maxHeaderSize: number, maxHeaders: number): number;
  freeParser(parser: number): void;
  /** What is read from the stream goes into the parser, and `nextRead` gives its first event; 0: no longer. */
  consume(stream: number, parser: number): void;
  execute(parser: number, bytes: Uint8Array): HttpEvent;
  next(parser: number): HttpEvent;
  finish(parser: number): 0 | 1 | 4;
  /** What is said to a head: 0 go on, 1 there is no body, 2 what follows is not HTTP, 3 it is, though it was asked not to be. */
  decide(parser: number, decision: number): void;
  error(parser: number): [code: string, reason: string, bytesParsed: number] | undefined;
  /** The input, and what is left of it. */
  packet(parser: number): Uint8Array;
  rest(parser: number): Uint8Array;
  trailers(parser: number): string;
  /** 0 between messages, 1 in a head, 2 in a body. */
  state(parser: number): number;
  /** Locates the headers of a head after the first `skip`; true if there may be more than it located. */
  split(head: string, skip: number): boolean;
}
