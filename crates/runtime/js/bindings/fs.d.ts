// The native half of `fs`: every operation once, run at once or on the pool.
//
// With a callback the operation is a job of the pool and `undefined` is returned. Without one it runs
// at once: `status[0]` is 0 and the result is the value, or `status[0]` is the negative errno and the
// result is the name of the system call that failed.

export type Path = string | Uint8Array;
export type Callback<T> = (errno: number, syscall: string | undefined, value: T) => void;
type Operation<A extends unknown[], T> = (...args: [...A, Callback<T>?]) => T | string | undefined;

export interface FsBinding {
  readonly status: Int32Array;

  /** `asBytes` gives a Uint8Array instead of text read as UTF-8. */
  readFile: Operation<[file: Path | number, flags: number, asBytes: boolean], string | Uint8Array>;
  writeFile: Operation<[file: Path | number, data: string | Uint8Array, flags: number, mode: number, flush: boolean], void>;

  open: Operation<[path: Path, flags: number, mode: number], number>;
  close: Operation<[fd: number], void>;
  fsync: Operation<[fd: number], void>;
  fdatasync: Operation<[fd: number], void>;
  ftruncate: Operation<[fd: number, length: number], void>;

  /** A position below 0 is the current one. Without a view: the bytes, in memory of their own. */
  read: Operation<[fd: number, view: Uint8Array | undefined, offset: number, length: number, position: number], number | Uint8Array>;
  write: Operation<[fd: number, data: string | Uint8Array, position: number], number>;

  /** 18 fields in the order of Node's Stats; times as seconds and nanoseconds. */
  stat: Operation<[path: Path, bigint: boolean], Float64Array | BigInt64Array>;
  lstat: Operation<[path: Path, bigint: boolean], Float64Array | BigInt64Array>;
  fstat: Operation<[fd: number, bigint: boolean], Float64Array | BigInt64Array>;
  access: Operation<[path: Path, mode: number], void>;
  chmod: Operation<[path: Path, mode: number], void>;
  fchmod: Operation<[fd: number, mode: number], void>;
  chown: Operation<[path: Path, uid: number, gid: number], void>;
  lchown: Operation<[path: Path, uid: number, gid: number], void>;
  fchown: Operation<[fd: number, uid: number, gid: number], void>;
  /** Times in seconds. */
  utimes: Operation<[path: Path, accessed: number, modified: number], void>;
  lutimes: Operation<[path: Path, accessed: number, modified: number], void>;
  futimes: Operation<[fd: number, accessed: number, modified: number], void>;

  /** Names and their UV_DIRENT_* types. */
  readdir: Operation<[path: Path, asBytes: boolean, recursive: boolean], [(string | Uint8Array)[], number[]]>;
  /** The first directory made, when recursive. */
  mkdir: Operation<[path: Path, mode: number, recursive: boolean], string | undefined>;
  mkdtemp: Operation<[prefix: Path, asBytes: boolean], string | Uint8Array>;
  rmdir: Operation<[path: Path], void>;
  rm: Operation<[path: Path, recursive: boolean, force: boolean, maxRetries: number, retryDelay: number], void>;

  unlink: Operation<[path: Path], void>;
  rename: Operation<[from: Path, to: Path], void>;
  link: Operation<[existing: Path, path: Path], void>;
  symlink: Operation<[target: Path, path: Path], void>;
  readlink: Operation<[path: Path, asBytes: boolean], string | Uint8Array>;
  realpath: Operation<[path: Path, asBytes: boolean], string | Uint8Array>;
  /** Bit 0 of the mode refuses to overwrite. */
  copyFile: Operation<[from: Path, to: Path, mode: number], void>;

  /** type, bsize, blocks, bfree, bavail, files, ffree. */
  statfs: Operation<[path: Path, bigint: boolean], Float64Array | BigInt64Array>;

  /** A handle, or a negative errno. */
  watch(path: Path, asBytes: boolean, recursive: boolean, onChange: (isRename: boolean, name: string | Uint8Array) => void):
    WatchHandle | number;
  /** Looks at the file every `interval` milliseconds. Zeros are what is not known. */
  watchFile(
    path: Path, interval: number, bigint: boolean,
    onChange: (errno: number, now: Float64Array | BigInt64Array, before: Float64Array | BigInt64Array) => void,
  ): WatchHandle;
}

export interface WatchHandle {
  close(): void;
  setRef(held: boolean): void;
}
