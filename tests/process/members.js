// Methods that exist, by type.
for (const name of ['abort', 'chdir', 'constrainedMemory', 'availableMemory', 'cpuUsage', 'cwd', 'dlopen', 'emitWarning', 'exit', 'getActiveResourcesInfo', 'getBuiltinModule', 'getegid', 'geteuid', 'getgid', 'getgroups', 'getuid', 'hasUncaughtExceptionCaptureCallback', 'hrtime', 'initgroups', 'kill', 'loadEnvFile', 'memoryUsage', 'nextTick', 'ref', 'resourceUsage', 'setegid', 'seteuid', 'setgid', 'setgroups', 'setSourceMapsEnabled', 'setuid', 'setUncaughtExceptionCaptureCallback', 'umask', 'unref', 'uptime', 'reallyExit', 'binding']) {
  console.log(name, typeof process[name]);
}
for (const name of ['argv0', 'debugPort', 'execPath', 'exitCode', 'pid', 'ppid', 'stdin', 'stdout', 'stderr', 'title', 'sourceMapsEnabled', 'traceDeprecation', 'throwDeprecation', 'connected', 'channel', 'send', 'permission']) {
  console.log(name, typeof process[name]);
}
