// UDP sockets of the loop, by number. A status is 0 or a negative errno.
export interface UdpBinding {
  /** Flags of `bind`. */
  IPV6_ONLY: number;
  REUSE_ADDRESS: number;
  REUSE_PORT: number;

  create(): number;
  /** Gives the number a socket over a second descriptor of what `fd` has. */
  open(socket: number, fd: number): number;
  bind(socket: number, address: string, port: number, flags: number): number;
  connect(socket: number, address: string, port: number): number;
  disconnect(socket: number): number;
  /**
   * One datagram of all chunks, to where the socket is connected if `address` is undefined. How many bytes went out at
   * once, plus 1; 0: `callback` will tell; negative: an errno.
   */
  send(
    socket: number, chunks: Uint8Array[], address: string | undefined, port: number, callback: (status: number) => void,
  ): number;
  /** `callback(status)` for an error. */
  receiveStart(
    socket: number,
    callback: (datagram: Uint8Array | number, address?: string, family?: 'IPv4' | 'IPv6', port?: number) => void,
  ): number;
  receiveStop(socket: number): number;
  /** `callback` comes in the closing phase. */
  close(socket: number, callback: () => void): number;
  localAddress(socket: number): [address: string, family: 'IPv4' | 'IPv6', port: number] | number;
  peerAddress(socket: number): [address: string, family: 'IPv4' | 'IPv6', port: number] | number;

  setRef(socket: number, held: boolean): number;
  hasRef(socket: number): boolean;
  /** A negative errno if there is none. */
  fd(socket: number): number;
  /** Another descriptor of the same socket, as one that the program has opened; or a negative errno. */
  duplicate(socket: number): number;
  sendQueueSize(socket: number): number;
  sendQueueCount(socket: number): number;

  setBroadcast(socket: number, wanted: boolean): number;
  setTTL(socket: number, ttl: number): number;
  setMulticastTTL(socket: number, ttl: number): number;
  setMulticastLoopback(socket: number, comesBack: boolean): number;
  setMulticastInterface(socket: number, address: string): number;
  join(socket: number, group: string, interfaceAddress?: string, source?: string): number;
  leave(socket: number, group: string, interfaceAddress?: string, source?: string): number;
  /** Asks for a size if `bytes` is not 0. The size, or a negative errno. */
  bufferSize(socket: number, bytes: number, isReceiving: boolean): number;
}
