// What the process object asks of the system.
export interface ProcessBinding {
  facts: {
    version: string;
    versions: Record<string, string>;
    arch: string;
    platform: string;
    execArgv: string[];
    execPath: string;
    argv0: string;
    pid: number;
    /** Whether the process's directory, signals, standard input and title are this environment's. */
    isMain: boolean;
  };
  ppid(): number;
  title(): string;
  setTitle(title: string): void;
  environment(): Record<string, string>;
  environmentVariable(name: string): string | undefined;
  /** These two end the program: nothing after them runs, and nothing can catch them. */
  reallyExit(code: number): never;
  abort(): never;
  /** Eight bytes: the monotonic clock in ns, written by hrtime(). */
  hrtimeBuffer: ArrayBuffer;
  hrtime(): void;
  uptime(): number;
  /** [rss, heapTotal, heapUsed, external, arrayBuffers] in bytes. */
  memoryUsage(): number[];
  /** [user, system] in us. */
  cpuUsage(): number[];
  /** The same of the calling thread. */
  threadCpuUsage(): number[];
  resourceUsage(): Record<string, number>;
  constrainedMemory(): number;
  availableMemory(): number;
  activeResources(): string[];
  activeRequests(): string[];
  /** The path, or a negative errno. */
  cwd(): string | number;
  /** 0 or a negative errno. */
  chdir(directory: string): number;
  /** -1 only asks. */
  umask(mask: number): number;
  getuid(): number;
  geteuid(): number;
  getgid(): number;
  getegid(): number;
  getgroups(): number[];
  userId(name: string): number | undefined;
  userName(id: number): string | undefined;
  groupId(name: string): number | undefined;
  /** 0 or a negative errno, like the next two. */
  setIdentity(which: 'setuid' | 'seteuid' | 'setgid' | 'setegid', id: number): number;
  setGroups(...ids: number[]): number;
  initGroups(user: string, group: number): number;
  /** 0 or a negative errno. */
  kill(pid: number, signum: number): number;
  signals: Record<string, number>;
  /** A handle's number, or a negative errno. */
  startSignal(signum: number, callback: () => void): number;
  stopSignal(handle: number): void;
}
