// The native half of `url`: the WHATWG parser.

/** Where the parts of the href lie, in `components` after every successful parse. */
export const enum Component {
  SCHEME_END = 0,
  USERNAME_START = 1,
  USERNAME_END = 2,
  PASSWORD_START = 3,
  PASSWORD_END = 4,
  HOST_START = 5,
  HOST_END = 6,
  PORT_START = 7,
  PORT_END = 8,
  PATH_START = 9,
  PATH_END = 10,
  QUERY_START = 11,
  QUERY_END = 12,
  FRAGMENT_START = 13,
  FRAGMENT_END = 14,
}

export interface UrlBinding {
  /** Offsets into the href, which is ASCII; overwritten by each parse and update. */
  readonly components: Uint32Array;

  /** The href, or undefined when the input is not a URL. */
  parse(input: string, base: string | undefined): string | undefined;

  /** Whether `parse` would succeed. */
  canParse(input: string, base: string | undefined): boolean;

  /** The href after a setter of the URL standard ran, or undefined when the value was refused. */
  update(
    href: string,
    part: 'protocol' | 'username' | 'password' | 'host' | 'hostname' | 'port' | 'pathname' | 'search' | 'hash',
    value: string,
  ): string | undefined;

  /** Punycode of a domain, or '' when it is not a valid one. */
  domainToASCII(domain: string): string;
  domainToUnicode(domain: string): string;
}
