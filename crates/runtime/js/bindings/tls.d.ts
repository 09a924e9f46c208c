// Contexts and sessions of TLS. What fails throws an error with `code`, `library` and `reason`.
type Context = object;
type Session = object;

/** The parts of a certificate; names and their values follow each other. */
interface CertificateParts {
  subject: string[];
  issuer: string[];
  subjectaltname: string | undefined;
  infoAccess: string[];
  ca: boolean;
  valid_from: string;
  valid_to: string;
  serialNumber: string;
  fingerprint: string;
  fingerprint256: string;
  fingerprint512: string;
  ext_key_usage: string[];
  key: KeyParts | undefined;
  raw: Uint8Array;
  /** Of a chain: it has issued itself. */
  isSelfIssued?: boolean;
  /** Of a chain: the peer has sent it; the others are known here. */
  isShown?: boolean;
}

interface KeyParts {
  kind: string;
  bits: number;
  curve: string | undefined;
  nistCurve: string | undefined;
  modulus: string | undefined;
  exponent: string | undefined;
  bytes: Uint8Array;
}

interface Hello {
  servername: string | undefined;
  sessionId: Uint8Array;
  tlsTicket: boolean;
  OCSPRequest: boolean;
  protocols: Uint8Array[] | undefined;
}

/** Bytes are data, null is the end; the rest begins with its kind. */
type Event =
  | Uint8Array
  | null
  | [0 /* the handshake begins */]
  | [1 /* it is done */]
  | [2 /* a client's first message, which waits for `answer` */, Hello]
  | [3 /* a session */, Uint8Array /* id */, Uint8Array]
  | [4 /* a line for a key log */, Uint8Array]
  | [5 /* the status of the server's certificate */, Uint8Array | undefined]
  | [6 /* it failed */, Error];

export interface TlsBinding {
  createContext(
    minVersion: number, maxVersion: number, options: number, ciphers: string | undefined, cipherSuites: string,
    groups: string | undefined, signatureAlgorithms: string | undefined, sessionIdContext: string | undefined,
    sessionTimeout: number | undefined,
  ): Context;
  setKey(context: Context, pem: Uint8Array, passphrase: Uint8Array | undefined): void;
  setCert(context: Context, pem: Uint8Array): void;
  setPFX(context: Context, der: Uint8Array, passphrase: Uint8Array | undefined): void;
  /** Trusts, and names to clients; `trust` does not name, and reads each certificate when it is looked for. */
  addCA(context: Context, pem: Uint8Array): void;
  trust(context: Context, pem: Uint8Array): void;
  trustSystem(context: Context): void;
  /** Trusts whom another context trusts, in place of whom it did so far. */
  shareTrust(context: Context, other: Context): void;
  allowPartialChain(context: Context): void;
  addCRL(context: Context, pem: Uint8Array): void;
  setDH(context: Context, pem: Uint8Array | undefined): void;
  ticketKeys(context: Context): Uint8Array;
  setTicketKeys(context: Context, keys: Uint8Array): void;
  contextCertificate(context: Context): Uint8Array | undefined;
  cipherNames(): string[];
  parseCertificates(pem: Uint8Array): CertificateParts[];

  createSession(
    context: Context, isServer: boolean, serverName: string | undefined, protocols: Uint8Array[] | undefined,
    requestsCertificate: boolean, requiresCertificate: boolean, requestsStatus: boolean, asksAboutHello: boolean,
    usesPsk: boolean,
  ): Session;
  /** What the stream reads is the session's from here on. */
  attach(session: Session, stream: number): void;
  feed(session: Session, bytes: Uint8Array): void;
  /** `askForKey` gives a key that both sides know: asked by the server's hint, or for the client's identity. */
  nextEvent(
    session: Session,
    askForKey?: (text: string | null, maxKey: number, maxIdentity: number) => [string, Uint8Array] | undefined,
  ): Event | undefined;
  /** Sends what there is to send; as `write` of a stream. */
  flush(session: Session, stream: number, callback: (status: number) => void): number;
  takeOutput(session: Session): Uint8Array | undefined;
  /** False when it waits for the handshake. */
  write(session: Session, chunks: Uint8Array | Uint8Array[]): boolean;
  hasQueued(session: Session): boolean;
  shutDown(session: Session): void;
  answer(
    session: Session, context: Context | undefined, resumed: Uint8Array | undefined, status: Uint8Array | undefined,
    protocols: Uint8Array[] | undefined,
  ): void;
  setSession(session: Session, der: Uint8Array): void;
  setServerName(session: Session, name: string): void;
  setPskHint(session: Session, hint: string): void;
  /** Shows key, certificate and chain of another context. */
  useIdentity(session: Session, context: Context): void;
  /** Prints the messages to standard error. */
  enableTrace(session: Session): void;
  setKeylog(session: Session, wanted: boolean): void;
  setVerify(session: Session, requests: boolean, requires: boolean): void;
  renegotiate(session: Session): void;
  setMaxSendFragment(session: Session, size: number): boolean;

  serverName(session: Session): string | undefined;
  protocol(session: Session): Uint8Array | undefined;
  version(session: Session): string;
  /** Name, name in the standard, version. */
  cipher(session: Session): [string, string, string] | undefined;
  /** Code and message. */
  verifyError(session: Session): [string, string] | undefined;
  session(session: Session): Uint8Array | undefined;
  ticket(session: Session): Uint8Array | undefined;
  isReused(session: Session): boolean;
  finished(session: Session): Uint8Array | undefined;
  peerFinished(session: Session): Uint8Array | undefined;
  isFinished(session: Session): boolean;
  ephemeralKey(session: Session): KeyParts | undefined;
  /** What the two sides agreed their keys on. */
  group(session: Session): string | undefined;
  sharedSigalgs(session: Session): string[];
  ownCertificate(session: Session): CertificateParts | undefined;
  peerCertificates(session: Session): CertificateParts[];
  exportKeyingMaterial(session: Session, length: number, label: string, context: Uint8Array | undefined): Uint8Array;
}
