// OpenSSL for JavaScript. A `Bytes` that is a string is taken as UTF-8. `form` is 0 for bytes, 1 for hex, 2 for base64,
// 3 for base64url, 4 for latin1 text. A function that takes a callback computes on the pool when there is one, and else
// gives the value.
type Bytes = string | ArrayBuffer | ArrayBufferView;
type Form = 0 | 1 | 2 | 3 | 4;
type Done<T> = (error: Error | undefined, value: T) => void;
type Handle = object;

export interface CryptoBinding {
  /** The version of OpenSSL. */
  readonly version: string;
  timingSafeEqual(a: Bytes, b: Bytes): boolean;
  getFips(): 0 | 1;
  setFips(enable: boolean): void;
  /** Bytes of the secure heap in use; undefined without one. */
  secureHeapUsed(): number | undefined;

  /** Undefined if there is no such digest. */
  createHash(name: string): Handle | undefined;
  /** The length of the digest, or -1 if it is free. */
  hashFacts(hash: Handle): number;
  copyHash(hash: Handle): Handle;
  updateHash(hash: Handle, data: Bytes): boolean;
  digestHash(hash: Handle, form: Form, length?: number): Uint8Array | string;
  /** Undefined if there is no such digest, null if it can not have the length. */
  hash(name: string, data: Bytes, form: Form, length?: number): Uint8Array | string | null | undefined;
  digestJob(name: string, data: Bytes, length: number | undefined, callback?: Done<Uint8Array>): Uint8Array | undefined;
  digestSize(name: string): number | undefined;
  getHashes(): string[];
  createHmac(name: string, key: Bytes): Handle;
  updateHmac(hmac: Handle, data: Bytes): boolean;
  digestHmac(hmac: Handle, form: Form): Uint8Array | string;
  hmacJob(name: string, key: Bytes, data: Bytes, callback?: Done<Uint8Array>): Uint8Array | undefined;

  randomFill(target: ArrayBuffer | ArrayBufferView, offset: number, size: number): void;
  randomJob(size: number, callback?: Done<Uint8Array>): Uint8Array | undefined;
  generatePrime(bits: number, safe: boolean, add?: Bytes, rem?: Bytes, callback?: Done<Uint8Array>): Uint8Array | undefined;
  checkPrime(candidate: Bytes, checks: number, callback?: Done<boolean>): boolean | undefined;

  pbkdf2(password: Bytes, salt: Bytes, iterations: number, length: number, digest: string, callback?: Done<Uint8Array>): Uint8Array | undefined;
  scrypt(
    password: Bytes, salt: Bytes, N: number, r: number, p: number, maxmem: number, length: number, callback?: Done<Uint8Array>,
  ): Uint8Array | undefined;
  hkdf(digest: string, key: Bytes, salt: Bytes, info: Bytes, length: number, callback?: Done<Uint8Array>): Uint8Array | undefined;
  argon2(
    variant: string, message: Bytes, nonce: Bytes, parallelism: number, length: number, memory: number, passes: number,
    secret: Bytes | undefined, associatedData: Bytes | undefined, callback?: Done<Uint8Array>,
  ): Uint8Array | undefined;
}
