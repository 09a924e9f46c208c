/** What is in a parser's input: a head, bytes or text of a body, or 0 no more, 1 the end of a message, 2 the same with
 *  trailers, 3 what follows is not HTTP, 4 an error, 5 bytes of a body that are in the slab. */
type HttpEvent = string | Uint8Array | 0 | 1 | 2 | 3 | 4 | 5;

// Parsers of HTTP, by number.
export interface HttpBinding {
  /**
   * After a head: [0] flags: 1 keep-alive, 2 close, 4 connection: upgrade, 8 upgrade, 16 chunked, 32 transfer-encoding,
   * 64 content-length, 128 host, 256 expect, 1<<16 wants to upgrade, 1<<17 the connection may go on, 1<<18 the message is
   * over with its head; [1] index of the method, or status; [2] version, major in the second byte; [3], [4] where the URL
   * or the reason is in the head. After every event: [5] bytes taken; [6] whether some are left. After `split`: [7] count.
   * After a piece of a body: [8] its bytes in the slab; [9] 1 the message is over, and the input, 2 the input is over,
   * 0 to be asked. After a string: [10] 1 it is of a body.
   */
  fields: Uint32Array;
  /** After `split`: four numbers a header, start and end of name and value. In the place of the start of a name that is
   *  known: 1<<31 and twice its place in `knownNames`, one more if it is in lower case. */
  offsets: Uint32Array;
  allMethods: string[];
  methods: string[];
  knownNames: string[];
  /** Validation: 0 strict, 1 relaxed, 2 insecure. No limit to the number of headers: 0. */
  newParser(isRequest: boolean, validation: number, maxHeaderSize: number, maxHeaders: number): number;
  freeParser(parser: number): void;
  /** What is read from the stream goes into the parser, and `nextRead` gives its first event; 0: no longer. */
  consume(stream: number, parser: number): void;
  execute(parser: number, bytes: Uint8Array): HttpEvent;
  /** A small piece of a body goes into the slab behind `at`; one that is ASCII comes as a string if text is wanted. */
  next(parser: number, slab: Uint8Array, at: number, wantsText: boolean): HttpEvent;
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
