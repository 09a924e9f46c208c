// The native half of `child_process`.

export interface SpawnOptions {
  file: string;
  /** args[0] is what the child is called. */
  args: string[];
  cwd?: string;
  /** `NAME=value`; without it the child inherits our environment. */
  envPairs?: string[];
  uid?: number;
  gid?: number;
  detached?: boolean;
  /** For each descriptor from 0 on: 'pipe', 'ignore', a descriptor's number or the handle of a native stream. */
  stdio: ('pipe' | 'ignore' | number | { number: number })[];
}

export interface Spawned {
  pid: number;
  /** Our ends of the pipes, as numbers of native streams. */
  pipes: (number | null)[];
  /** 0 or a negative errno. */
  kill(signal: number): number;
  ref(): void;
  unref(): void;
  hasRef(): boolean;
}

export interface SyncOptions extends SpawnOptions {
  input?: Uint8Array;
  timeout?: number;
  maxBuffer?: number;
  killSignal?: number;
}

export interface SyncResult {
  pid: number;
  status: number | null;
  signal: number | null;
  /** A negative errno when the child was killed for a limit or a pipe failed, else 0. */
  error: number;
  output: (Uint8Array | null)[];
}

export interface ChildProcessBinding {
  /** A negative errno when it could not be started. */
  spawn(options: SpawnOptions, onExit: (code: number | null, signal: number | null) => void): Spawned | number;
  spawnSync(options: SyncOptions): SyncResult | number;
  /** The process becomes another program; comes back only with why it did not. */
  replace(file: string, args: string[], names: string[], values: string[]): { errno: number; message: string };
  /** Our end of a pipe to a child that could not be started, as the number of a stream, or a negative errno. */
  deadPipe(): number;
}
