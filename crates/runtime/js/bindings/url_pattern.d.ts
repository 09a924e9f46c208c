// The grammar of URLPattern.

/** protocol, username, password, hostname, port, pathname, search, hash, baseURL */
export type Parts = (string | undefined)[];

/** Its pattern as text, its regular expression, the names of its groups. */
export type PatternComponent = [pattern: string, regexp: string, names: string[]];

export interface UrlPatternBinding {
  /** The eight components, and whether any has a group that is a regular expression; undefined if it is no pattern. */
  parse(
    input: string | Parts, base: string | undefined, ignoreCase: boolean,
  ): [PatternComponent[], boolean] | undefined;

  /** What is matched, component by component; undefined if it is no address. */
  readInput(input: string | Parts, base: string | undefined): string[] | undefined;
}
