// The options of this run.
export interface OptionsBinding {
  /** By the flag's name, as '--unhandled-rejections'. */
  values: Record<string, unknown>;
  entry: { kind: 'file' | 'check' | 'eval' | 'stdin'; path?: string; source?: string; print?: boolean; inputType?: string };
  requires: string[];
  imports: string[];
  /** process.argv */
  argv: string[];
}
