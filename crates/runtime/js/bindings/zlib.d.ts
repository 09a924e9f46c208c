// Engines of compression behind handles. A failure is [message, errno, code].
type Failure = [string, number, string];

export interface ZlibBinding {
  /** After a step: [0] room for output that is left, [1] input that is left. */
  fields: Float64Array;

  /** `mode` is one of zlib.constants: DEFLATE to UNZIP. */
  createZlib(
    mode: number, windowBits: number, level: number, memLevel: number, strategy: number,
    dictionary: Uint8Array | undefined, rejectsRest: boolean,
  ): object;
  /** Undefined when a parameter is refused; 2 ** 32 - 1 stands for one that is not given. */
  createBrotli(isEncoder: boolean, params: Uint32Array, dictionary: Uint8Array | undefined): object | undefined;
  /** `params` are pairs of key and value; a text says what is wrong. */
  createZstd(
    isCompressor: boolean, params: Int32Array, pledgedSize: number, dictionary: Uint8Array | undefined,
  ): object | string;

  /** A step on the pool; without an input it goes on with what the one before left. */
  write(
    handle: object, flush: number, input: Uint8Array | null, inOffset: number, inLength: number,
    output: Uint8Array, outOffset: number, outLength: number, callback: (failure?: Failure) => void,
  ): void;
  /** A step here and now. */
  writeSync(
    handle: object, flush: number, input: Uint8Array | null, inOffset: number, inLength: number,
    output: Uint8Array, outOffset: number, outLength: number,
  ): Failure | undefined;
  /** All of `input`; null when there is more output than `limit`. `fields[1]` tells the input that is left. */
  process(handle: object, flush: number, input: Uint8Array, limit: number, chunkSize: number): Uint8Array | null | Failure;
  params(handle: object, level: number, strategy: number): Failure | undefined;
  reset(handle: object): Failure | undefined;
  /** Memory goes now, or when the step that is on the pool ends. */
  close(handle: object): void;

  crc32(bytes: Uint8Array, value: number): number;
}
