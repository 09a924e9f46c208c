// Native addons: what crates/napi gives to JavaScript.

export interface AddonsBinding {
  /** The least that `dlopen` takes for flags. */
  RTLD_LAZY: number;

  /** What a function of an addon's calls: with the object that carries what to call, `this`, `new.target` and its arguments. */
  invoke(state: object, self: unknown, target: unknown, ...args: unknown[]): unknown;

  /**
   * Opens an addon. A text says why it was not; otherwise [what it exports]. `operations` is what internal/addons/operations exports.
   */
  load(path: string, flags: number, url: string, exports: object, operations: object): string | [exports: unknown];

  /** The address inside an external, in hexadecimal digits; undefined for any other value. */
  external(value: unknown): string | undefined;
}
