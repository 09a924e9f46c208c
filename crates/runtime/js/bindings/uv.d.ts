// Error numbers.
export interface UvBinding {
  /** A negative number with its [name, message], each. */
  getErrors(): [number, [string, string]][];
}
