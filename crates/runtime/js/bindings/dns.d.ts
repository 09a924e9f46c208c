// The system's resolver, and questions to name servers.
export interface DnsBinding {
  /** `family` 0 is both. `callback` gets 0 or libuv's number of the error, and the addresses in the resolver's order. */
  getaddrinfo(hostname: string, family: 0 | 4 | 6, hints: number, callback: (status: number, addresses: string[]) => void): void;
  getnameinfo(address: string, port: number, callback: (status: number, hostname?: string, service?: string) => void): void;
  /**
   * Asks the servers in turn. The question's number, or -1 if `name` is no name. 0 is the default of a number. A record is
   * `[type, ttl, ...fields]`; `code` is undefined if all went well.
   */
  query(
    name: string, type: string, servers: [address: string, port: number][], timeoutMs: number, tries: number,
    maxTimeoutMs: number, local: string[], callback: (code: string | undefined, records?: unknown[][]) => void,
  ): number;
  /** The question calls back with ECANCELLED. */
  cancel(query: number): void;
  /** What /etc/resolv.conf says. */
  systemServers(): [address: string, family: 'IPv4' | 'IPv6', port: number][];
  /** What /etc/hosts says. */
  systemNames(address: string): string[];
}
