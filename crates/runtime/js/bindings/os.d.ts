// What os asks of the machine.
export interface OsBinding {
  errnos: Record<string, number>;
  signals: Record<string, number>;
  hostname(): string;
  /** [system, release, version, machine]. */
  uname(): [string, string, string, string];
  /** [model, speed in MHz, user, nice, sys, idle, irq], the times in ms. */
  cpus(): [string, number, number, number, number, number, number][];
  availableParallelism(): number;
  /** [total, available] in bytes. */
  memory(): [number, number];
  /** In seconds. */
  uptime(): number;
  loadavg(): [number, number, number];
  /** [uid, gid, name, home, shell]; undefined where the user has no entry. */
  userInfo(): [number, number, string, string, string] | undefined;
  /** [name, address, length of the prefix, whether IPv6, mac, whether internal, scope id of IPv6]. */
  networkInterfaces(): [string, string, number, boolean, string, boolean, number | undefined][];
  /** The priority, or -1000 minus the error number. */
  getPriority(pid: number): number;
  /** 0 or a negative errno. */
  setPriority(pid: number, priority: number): number;
}
