// The program's own file, for internal/modules/module alone.

/** A file that is ready to run, in this order. */
export type MainModule = [
  /** The path, resolved, as process.argv[1] says it. */
  main: string,
  /** The file that it leads to. */
  filename: string,
  folder: string,
  /** Module._nodeModulePaths of the folder. */
  paths: string[],
  /** As `compileCommonJs` of the binding `modules` gives them. */
  wrapper: Function,
  uses: number,
];

export interface MainModuleBinding {
  /** Finds, reads and compiles the file if it is plain CommonJS; undefined for anything else and for every failure, which
   * the loader then meets again and reports. */
  load(path: string): MainModule | undefined;
}
