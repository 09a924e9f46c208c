// process.report: what the process looks like, as an object or a file of JSON.
//
// The sections have Node's names. What only Node's engine and library have to tell (pages of the heap, native frames, handles
// by address) is left empty.
'use strict';

const {
  ArrayPrototypeConcat, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, DateNow, DatePrototypeGetDate, DatePrototypeGetFullYear, DatePrototypeGetHours,
  DatePrototypeGetMinutes, DatePrototypeGetMonth, DatePrototypeGetSeconds, DatePrototypeToISOString, Date, Error, JSONParse, JSONStringify,
  RegExpPrototypeExec, SafeSet, String, StringPrototypePadStart, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeTrim,
} = primordials;
const { validateBoolean, validateObject, validateString } = require('internal/validators');

const settings = {
  __proto__: null,
  directory: '',
  filename: '',
  compact: false,
  excludeNetwork: false,
  excludeEnv: false,
  signal: 'SIGUSR2',
  reportOnFatalError: false,
  reportOnSignal: false,
  reportOnUncaughtException: false,
};

let written = 0;

function pad(number, width = 2) {
  return StringPrototypePadStart(String(number), width, '0');
}

function nameOfFile(now) {
  const date = `${DatePrototypeGetFullYear(now)}${pad(DatePrototypeGetMonth(now) + 1)}${pad(DatePrototypeGetDate(now))}`;
  const time = `${pad(DatePrototypeGetHours(now))}${pad(DatePrototypeGetMinutes(now))}${pad(DatePrototypeGetSeconds(now))}`;
  const { threadId } = internalBinding('workers');
  return `report.${date}.${time}.${process.pid}.${threadId}.${pad(++written, 3)}.json`;
}

// The files that are mapped into the process and are libraries.
function sharedObjects() {
  const found = new SafeSet();
  const list = [];
  try {
    const lines = StringPrototypeSplit(require('fs').readFileSync('/proc/self/maps', 'utf8'), '\n');
    for (let i = 0; i < lines.length; i++) {
      const match = RegExpPrototypeExec(/\s(\/\S*\.so\S*)$/, lines[i]);
      if (match === null || found.has(match[1])) continue;
      found.add(match[1]);
      ArrayPrototypePush(list, match[1]);
    }
  } catch {
    // Without /proc nothing is known of them.
  }
  return list;
}

// The version that the C library says of itself; programs look here to tell it from others.
function glibcVersion(libraries) {
  for (let i = 0; i < libraries.length; i++) {
    if (RegExpPrototypeExec(/\/libc(?:\.so\.6|-[\d.]+\.so)$/, libraries[i]) === null) continue;
    const text = require('fs').readFileSync(libraries[i], 'latin1');
    const match = RegExpPrototypeExec(/GNU C Library[^\n]*? version (\d+\.\d+)/, text);
    if (match !== null) return match[1];
  }
  return undefined;
}

function header(event, trigger, filename, now, libraries) {
  const os = require('os');
  const glibc = glibcVersion(libraries);
  const made = {
    reportVersion: 5,
    event,
    trigger,
    filename,
    dumpEventTime: `${StringPrototypeSlice(DatePrototypeToISOString(now), 0, 19)}Z`,
    dumpEventTimeStamp: `${DateNow()}`,
    processId: process.pid,
    threadId: internalBinding('workers').threadId,
    cwd: process.cwd(),
    commandLine: ArrayPrototypeConcat([process.execPath], process.execArgv, ArrayPrototypeSlice(process.argv, 1)),
    nodejsVersion: process.version,
    wordSize: 64,
    arch: process.arch,
    platform: process.platform,
    componentVersions: { ...process.versions },
    release: { ...process.release },
    osName: os.type(),
    osRelease: os.release(),
    osVersion: os.version(),
    osMachine: os.machine(),
    cpus: os.cpus(),
    networkInterfaces: settings.excludeNetwork ? [] : interfaces(os.networkInterfaces()),
    host: os.hostname(),
  };
  if (glibc !== undefined) made.glibcVersionRuntime = made.glibcVersionCompiler = glibc;
  return made;
}

function interfaces(byName) {
  const list = [];
  for (const name in byName) {
    for (let i = 0; i < byName[name].length; i++) {
      const { internal, mac, address, netmask, family } = byName[name][i];
      ArrayPrototypePush(list, { name, internal, mac, address, netmask, family });
    }
  }
  return list;
}

function stackOf(error) {
  const { stack, message } = require('internal/errors/stack').normalizeStack(error);
  const lines = StringPrototypeSplit(`${stack}`, '\n    ');
  return { message: `${error.name}: ${message}`, stack: ArrayPrototypeMap(ArrayPrototypeSlice(lines, 1), (line) => StringPrototypeTrim(line)), errorProperties: {} };
}

function make(error, event, trigger, filename) {
  const now = new Date();
  const libraries = sharedObjects();
  const { heapTotal, heapUsed, external, rss } = process.memoryUsage();
  const { userCPUTime, systemCPUTime, maxRSS, minorPageFault, majorPageFault, fsRead, fsWrite } = process.resourceUsage();
  const report = {
    header: header(event, trigger, filename, now, libraries),
    javascriptStack: stackOf(error),
    javascriptHeap: { totalMemory: heapTotal, usedMemory: heapUsed, externalMemory: external, heapSpaces: {} },
    nativeStack: [],
    resourceUsage: {
      rss,
      userCpuSeconds: userCPUTime / 1e6,
      kernelCpuSeconds: systemCPUTime / 1e6,
      maxRss: maxRSS * 1024,
      pageFaults: { IORequired: majorPageFault, IONotRequired: minorPageFault },
      fsActivity: { reads: fsRead, writes: fsWrite },
    },
    libuv: ArrayPrototypeMap(process.getActiveResourcesInfo(), (type) => ({ type, is_active: true })),
    workers: [],
    sharedObjects: libraries,
  };
  if (!settings.excludeEnv) report.environmentVariables = { ...process.env };
  return report;
}

function checkError(error) {
  if (error !== undefined) validateObject(error, 'err');
  return error ?? new Error('JavaScript Callstack');
}

const report = {
  writeReport(file, err) {
    if (typeof file === 'object' && file !== null) {
      err = file;
      file = undefined;
    } else if (file !== undefined) {
      validateString(file, 'file');
    }
    const error = checkError(err);
    const name = file ?? (settings.filename || nameOfFile(new Date()));
    const { isAbsolute, join } = require('path');
    const path = isAbsolute(name) || settings.directory === '' ? name : join(settings.directory, name);
    const text = JSONStringify(make(error, 'JavaScript API', 'API', name), undefined, settings.compact ? undefined : 2);
    process._rawDebug(`\nWriting Node.js report to file: ${name}`);
    require('fs').writeFileSync(path, `${text}\n`);
    process._rawDebug('Node.js report completed');
    return name;
  },
  getReport(err) {
    return JSONParse(JSONStringify(make(checkError(err), 'JavaScript API', 'GetReport', null)));
  },
  get directory() { return settings.directory; },
  set directory(directory) {
    validateString(directory, 'directory');
    settings.directory = directory;
  },
  get filename() { return settings.filename; },
  set filename(name) {
    validateString(name, 'filename');
    settings.filename = name;
  },
  get compact() { return settings.compact; },
  set compact(compact) {
    validateBoolean(compact, 'compact');
    settings.compact = compact;
  },
  get excludeNetwork() { return settings.excludeNetwork; },
  set excludeNetwork(excludeNetwork) {
    validateBoolean(excludeNetwork, 'excludeNetwork');
    settings.excludeNetwork = excludeNetwork;
  },
  get signal() { return settings.signal; },
  set signal(signal) {
    require('internal/validators').validateSignalName?.(signal, 'signal');
    settings.signal = signal;
  },
  get reportOnFatalError() { return settings.reportOnFatalError; },
  set reportOnFatalError(trigger) {
    validateBoolean(trigger, 'trigger');
    settings.reportOnFatalError = trigger;
  },
  get reportOnSignal() { return settings.reportOnSignal; },
  set reportOnSignal(trigger) {
    validateBoolean(trigger, 'trigger');
    setOnSignal(trigger);
  },
  get reportOnUncaughtException() { return settings.reportOnUncaughtException; },
  set reportOnUncaughtException(trigger) {
    validateBoolean(trigger, 'trigger');
    setOnUncaught(trigger);
  },
  get excludeEnv() { return settings.excludeEnv; },
  set excludeEnv(excludeEnv) {
    validateBoolean(excludeEnv, 'excludeEnv');
    settings.excludeEnv = excludeEnv;
  },
};

const onSignal = () => { report.writeReport(); };

function setOnSignal(wanted) {
  if (wanted === settings.reportOnSignal) return;
  settings.reportOnSignal = wanted;
  if (wanted) process.on(settings.signal, onSignal);
  else process.removeListener(settings.signal, onSignal);
}

const onUncaught = (error) => { report.writeReport(error); };

function setOnUncaught(wanted) {
  if (wanted === settings.reportOnUncaughtException) return;
  settings.reportOnUncaughtException = wanted;
  if (wanted) process.on('uncaughtExceptionMonitor', onUncaught);
  else process.removeListener('uncaughtExceptionMonitor', onUncaught);
}

module.exports = { report };
