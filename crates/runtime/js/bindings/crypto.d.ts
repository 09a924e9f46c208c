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
  /** A number that stands for the digest; undefined if there is no such digest. */
  hashKind(name: string): number | undefined;
  /** The length of the digest, or -1 if it is free. */
  hashSize(kind: number): number;
  /** A digest that has taken `data` already. */
  startHash(kind: number, data?: Bytes, spare?: Handle): Handle;
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

  /** `encrypt` is the direction, `iv` null for none. */
  createCipher(name: string, encrypt: boolean, key: Bytes, iv: Bytes | null, tagLength?: number): Handle;
  /** The target, if the bytes fill it. */
  updateCipher(cipher: Handle, data: Bytes, target?: Uint8Array): Uint8Array;
  /** Whether ciphers of the name can do the next. */
  isCipherInPlace(name: string): boolean;
  updateCipherInPlace(cipher: Handle, text: Uint8Array): void;
  /** Undefined if there are none left. */
  finalCipher(cipher: Handle): Uint8Array | undefined;
  setCipherPadding(cipher: Handle, padding: boolean): boolean;
  /** False when it is too late, or the mode has no such thing; so are the next. */
  setCipherAAD(cipher: Handle, data: Bytes, textLength?: number): boolean;
  setCipherTag(cipher: Handle, tag: Bytes): boolean;
  /** The target, if the tag fills it. */
  cipherTag(cipher: Handle, target?: Uint8Array): Uint8Array | undefined;
  /** Mode, name, nid, length of the key, of a block, of the vector. */
  cipherInfo(nameOrNid: string | number, keyLength?: number, ivLength?: number): [string, string, number, number, number, number] | undefined;
  /** A whole text; with `tagLength` its tag is at the end. */
  cipherJob(
    name: string, encrypt: boolean, key: Bytes, iv: Bytes | null, data: Bytes, tagLength?: number, aad?: Bytes, callback?: Done<Uint8Array>,
  ): Uint8Array | undefined;
  getCiphers(): string[];

  secretKey(bytes: Bytes): Handle;
  secretBytes(key: Handle): Uint8Array;
  secretSize(key: Handle): number;
  /** `wanted` is `private` or `any`: then it may be a public key, a certificate or a private key. */
  parseKey(data: Bytes, format: 'pem' | 'der', type: string, passphrase: Bytes | undefined, wanted: 'private' | 'any'): Handle;
  publicOfPrivate(key: Handle): Handle;
  exportPublic(key: Handle, type: string, format: 'pem' | 'der'): string | Uint8Array;
  exportPrivate(key: Handle, type: string, format: 'pem' | 'der', cipher?: string, passphrase?: Bytes): string | Uint8Array;
  keyKind(key: Handle): string | undefined;
  keyDetails(key: Handle): Record<string, unknown>;
  keysEqual(a: Handle, b: Handle): boolean;
  /** The parts of a key by their names in JWK. */
  exportJwk(key: Handle): Record<string, Uint8Array> | undefined;
  importRsa(n: Bytes, e: Bytes, d?: Bytes, p?: Bytes, q?: Bytes, dp?: Bytes, dq?: Bytes, qi?: Bytes): Handle;
  /** Undefined if it is no key; so is the next. */
  importEc(curve: string, point: Bytes, d?: Bytes): Handle | undefined;
  importRaw(kind: string, bytes: Bytes, isPrivate: boolean): Handle | undefined;
  /** What of a key grows from a seed. */
  importSeed(kind: string, seed: Bytes): Handle | undefined;
  rawPublic(key: Handle): Uint8Array | undefined;
  rawPrivate(key: Handle): Uint8Array | undefined;
  rawSeed(key: Handle): Uint8Array | undefined;
  /** The public key of a number on a curve. */
  pointOf(curve: string, privateKey: Bytes): Uint8Array | undefined;
  /** Whether the library has keys of a kind. */
  isKeyKind(kind: string): boolean;
  /** What JWK calls a post-quantum kind, and the other way round if the library has it. */
  postQuantumName(kind: string): string | undefined;
  postQuantumKind(name: string): string | undefined;
  /** The public and the private key. */
  generateKeyPair(kind: string, options: Record<string, unknown>, callback?: Done<[Handle, Handle]>): [Handle, Handle] | undefined;
  /** What the sender keeps, and what is sent. */
  encapsulate(key: Handle, callback?: Done<[Uint8Array, Uint8Array]>): [Uint8Array, Uint8Array] | undefined;
  decapsulate(key: Handle, ciphertext: Bytes, callback?: Done<Uint8Array>): Uint8Array | undefined;
  agree(own: Handle, other: Handle, callback?: Done<Uint8Array>): Uint8Array | undefined;

  sign(
    digest: string | undefined, data: Bytes, key: Handle, padding: number | undefined, saltLength: number | undefined, isP1363: boolean,
    context?: Bytes, callback?: Done<Uint8Array>,
  ): Uint8Array | undefined;
  verify(
    digest: string | undefined, data: Bytes, key: Handle, signature: Bytes, padding: number | undefined, saltLength: number | undefined,
    isP1363: boolean, context?: Bytes, callback?: Done<boolean>,
  ): boolean | undefined;
  signHash(hash: Handle, digest: string, key: Handle, padding?: number, saltLength?: number, isP1363?: boolean): Uint8Array;
  verifyHash(hash: Handle, digest: string, key: Handle, signature: Bytes, padding?: number, saltLength?: number, isP1363?: boolean): boolean;
  rsa(
    operation: 'publicEncrypt' | 'privateDecrypt' | 'privateEncrypt' | 'publicDecrypt', key: Handle, data: Bytes, padding: number,
    oaepHash?: string, oaepLabel?: Bytes, callback?: Done<Uint8Array>,
  ): Uint8Array | undefined;

  createDh(primeOrBits: Bytes | number, generator: Bytes | number): Handle;
  dhGroupPrime(name: string): Uint8Array | undefined;
  dhProblems(dh: Handle): number;
  dhPart(dh: Handle, name: 'prime' | 'generator' | 'publicKey' | 'privateKey'): Uint8Array | undefined;
  dhGenerateKeys(dh: Handle): void;
  dhSetKey(dh: Handle, isPrivate: boolean, key: Bytes): void;
  dhAgree(dh: Handle, other: Bytes): Uint8Array;
  /** Undefined if there is no such curve. */
  createEcdh(curve: string): Handle | undefined;
  ecdhGenerateKeys(ecdh: Handle): void;
  ecdhPublicKey(ecdh: Handle, form: 2 | 4 | 6): Uint8Array;
  ecdhPrivateKey(ecdh: Handle): Uint8Array;
  ecdhSetPrivateKey(ecdh: Handle, key: Bytes): void;
  ecdhSetPublicKey(ecdh: Handle, key: Bytes): void;
  ecdhAgree(ecdh: Handle, other: Bytes): Uint8Array;
  convertPoint(key: Bytes, curve: string, form: 2 | 4 | 6): Uint8Array | undefined;
  getCurves(): string[];

  parseCertificate(data: Bytes): Handle;
  certificateFields(certificate: Handle): Record<string, unknown>;
  certificateDer(certificate: Handle): Uint8Array;
  certificatePem(certificate: Handle): string;
  certificateKey(certificate: Handle): Handle;
  /** The name that fits. */
  checkHost(certificate: Handle, name: string, flags: number): string | undefined;
  checkEmail(certificate: Handle, address: string, flags: number): boolean;
  checkIP(certificate: Handle, address: string): boolean;
  checkIssued(certificate: Handle, issuer: Handle): boolean;
  checkPrivateKey(certificate: Handle, key: Handle): boolean;
  verifyCertificate(certificate: Handle, key: Handle): boolean;
  verifySpkac(spkac: Bytes): boolean;
  spkacPublicKey(spkac: Bytes): Uint8Array | undefined;
  spkacChallenge(spkac: Bytes): Uint8Array | undefined;
}
