// Source texts into functions, and specifiers into files. The loaders in internal/modules are its only users.

/** 0 is JavaScript, 1 is TypeScript. */
type Language = 0 | 1;

/** A source that does not parse: message, line, column, width (all 1-based, in UTF-16 units), the line's text. */
type SyntaxFailure = ['SyntaxError', string, number, number, number, string];

/** A file that could not be read. */
type ReadFailure = ['read', number, string];

/** A specifier that leads nowhere: Node's error code and the arguments of its message. */
type ResolveFailure = [string, ...(string | boolean | undefined)[]];

/** What the code needs from the host, one bit each. */
type Uses = number;

/** A compiled module, in this order. */
export type ModuleRecord = [
  /** A generator function (async if `awaits`): it runs the prologue, yields, and then runs the body. Its parameters
   * are eight for the host (export, import, import.meta, stack, stackKey, require, using, context) and, per request,
   * its names and its namespace as far as `reads` says. */
  body: (...host: unknown[]) => Generator | AsyncGenerator,
  uses: Uses,
  /** [specifier, attributes as key, value, key, value…, reads (1 names, 2 namespace), line, column, width]. */
  requests: [string, string[], number, number, number, number][],
  /** [request, imported name, line, column, width, local name]. */
  imports: [number, string, number, number, number, string][],
  locals: string[],
  /** [exported name, request, imported name or null for the namespace, line, column, width]. */
  indirect: [string, number, string | null, number, number, number][],
  stars: number[],
  /** The place of the first top-level await. */
  awaits: [number, number] | undefined,
];

export interface ModulesBinding {
  USES_IMPORT: number;
  USES_META: number;
  USES_STACK: number;
  USES_STACK_KEY: number;
  USES_REQUIRE: number;
  USES_USING: number;
  USES_CONTEXT: number;

  /** The wrapper function of a CommonJS module, read from its file if no source is given. With a non-zero mask the
   * function takes (import, stack, stackKey, using, context) and gives the wrapper. `undefined` where `detects` is set and the
   * source is an ES module. */
  compileCommonJs(filename: string, source: string | undefined, language: Language, detects: boolean):
    [Function, Uses] | SyntaxFailure | ReadFailure | undefined;
  /** `context` is one of the binding `vm`, the program's own by default. */
  compileModule(url: string, filename: string | undefined, source: string | undefined, language: Language, context?: object):
    ModuleRecord | SyntaxFailure | ReadFailure;
  /** Prepares a script for the global scope: its text and, in the order import, stack, stackKey, using, context, timeCheck,
   * the names of the globals it expects (undefined for those it does not). One that is limited calls timeCheck while it runs. */
  prepareScript(source: string, url: string, language: Language, isLimited?: boolean):
    [string, ...(string | undefined)[]] | SyntaxFailure;
  /** Runs a prepared script in the global scope and gives its completion value. */
  evaluateScript(code: string, url: string): unknown;
  /** Looks for the error in a source; undefined if there is none. */
  checkSyntax(source: string, language: Language, goal: 'commonjs' | 'script' | 'module'): SyntaxFailure | undefined;
  isModuleSyntax(source: string, language: Language): boolean;
  /** What a CommonJS module seems to export, and the specifiers of what it passes on. */
  commonJsExports(filename: string, source: string | undefined, language: Language): [string[], string[]];
  /** TypeScript without its types, its imports and exports left as they are. */
  stripTypes(source: string): string | SyntaxFailure;

  /** A script that awaits outside of its functions, as one that gives a promise of `{ value }` or nothing; undefined if it does not. */
  awaitingScript(source: string): string | undefined;

  /** The import declarations of a text, written with `import()`; undefined if there are none. */
  dynamicImports(source: string): string | undefined;
  /** The text of a file without its byte order mark. */
  /** The entry is an ES module: what the clock says at its end counts otherwise, see first_timers.rs. */
  noteModuleEntry(): void;
  readSource(filename: string): string | ReadFailure;

  setBuiltins(names: string[]): void;
  /** The URL an import stands for. */
  resolveImport(specifier: string, base: string, isMain: boolean): string | ResolveFailure;
  /** What is found without looking into folders (#imports and the package itself): a path or `node:` and an id. */
  resolveScoped(request: string, parent: string): string | undefined | ResolveFailure;
  /** A `main` that is not there, with `index` in its place: the path, the package.json, the main. */
  findPath(request: string, paths: string[], extensions: string[], isMain: boolean):
    string | undefined | ['invalid main', string, string, string] | ResolveFailure;
  /** How a file is loaded, or undefined where its extension is not known. */
  format(path: string): string | undefined | ResolveFailure;
  /** The path of the package.json a file belongs to and its `type`. */
  packageScope(path: string): [string, string] | undefined | ResolveFailure;
}
