// Error numbers.
export interface UvBinding {
  /** From a negative number to [name, message]. */
  getErrorMap(): Map<number, [string, string]>;
}
