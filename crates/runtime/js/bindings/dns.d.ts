// The system's resolver.
export interface DnsBinding {
  /** `family` 0 is both. `callback` gets 0 or libuv's number of the error, and the addresses in the resolver's order. */
  getaddrinfo(hostname: string, family: 0 | 4 | 6, hints: number, callback: (status: number, addresses: string[]) => void): void;
}
