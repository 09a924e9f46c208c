// What the engine must tell about a value that JavaScript cannot ask.

export interface UtilBinding {
  /**
   * A number that is equal for objects of one builtin class and differs between classes
   * (JavaScriptCore: the type byte of the heap cell). The numbers mean nothing by themselves:
   * `internal/util/types` learns them from one sample of each class. `value` is always an
   * object or a function.
   */
  cellType(value: object): number;

  /**
   * A number that two live objects share only if they have the same named properties, prototype and
   * kind of elements (JavaScriptCore: the structure id). Compare with a sample that is kept alive.
   */
  structureId(value: object): number;

  /** The same for an object that has no elements, and no kind of elements; otherwise 0. */
  structureWithoutElements(value: object): number;

  /**
   * Target and handler of a proxy, `[null, null]` for a revoked one, undefined for anything else.
   * Handler may be undefined where the engine does not give it out.
   */
  getProxyDetails(value: unknown): [object | null, object | null | undefined] | undefined;

  /**
   * State (0 pending, 1 fulfilled, 2 rejected) and result of a promise, undefined where the engine
   * does not tell. Runs no JavaScript of the program.
   */
  getPromiseDetails(promise: Promise<unknown>): [0 | 1 | 2, unknown] | undefined;

  /**
   * The entries a Map or Set iterator still has, or those of a WeakMap or WeakSet, without
   * advancing or keeping anything: `[flat list, whether it alternates key and value]`;
   * undefined when the engine cannot tell.
   */
  previewEntries(value: object): [unknown[], boolean] | undefined;
}
