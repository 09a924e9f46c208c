'use strict';

// `os`: facts about the machine.

const {
  ArrayPrototypeForEach, ArrayPrototypePush, ObjectDefineProperties, ObjectFreeze, SymbolToPrimitive, Uint16Array, Uint8Array,
} = primordials;

const {
  codes: { ERR_SYSTEM_ERROR },
} = require('internal/errors');
const { validateInt32 } = require('internal/validators');
const native = internalBinding('os');

function systemError(errno, syscall) {
  const { getSystemErrorMap } = require('util');
  const { 0: code, 1: message } = getSystemErrorMap().get(errno) ?? ['UNKNOWN', 'unknown error'];
  return new ERR_SYSTEM_ERROR({ errno, code, message, syscall });
}

const hostname = () => native.hostname();
const homedir = () => process.env.HOME || (native.userInfo()?.[3] ?? '/');
const type = () => native.uname()[0];
const release = () => native.uname()[1];
const version = () => native.uname()[2];
const machine = () => native.uname()[3];
const uptime = () => native.uptime();
const totalmem = () => native.memory()[0];
const freemem = () => native.memory()[1];
const availableParallelism = () => native.availableParallelism();
const loadavg = () => native.loadavg();
const arch = () => process.arch;
const platform = () => process.platform;
function endianness() {
  const word = new Uint16Array(1);
  word[0] = 1;
  return new Uint8Array(word.buffer)[0] === 1 ? 'LE' : 'BE';
}

function tmpdir() {
  const path = process.env.TMPDIR || process.env.TMP || process.env.TEMP || '/tmp';
  return path.length > 1 && path[path.length - 1] === '/' ? path.slice(0, -1) : path;
}

function cpus() {
  const rows = native.cpus();
  const result = [];
  for (let i = 0; i < rows.length; i++) {
    const { 0: model, 1: speed, 2: user, 3: nice, 4: sys, 5: idle, 6: irq } = rows[i];
    ArrayPrototypePush(result, { model, speed, times: { user, nice, sys, idle, irq } });
  }
  return result;
}

function netmaskOf(prefix, isIPv6) {
  if (!isIPv6) {
    const parts = [];
    for (let i = 0; i < 4; i++) {
      const bits = prefix - 8 * i;
      ArrayPrototypePush(parts, bits >= 8 ? 255 : bits <= 0 ? 0 : 256 - 2 ** (8 - bits));
    }
    return parts.join('.');
  }
  const parts = [];
  for (let i = 0; i < 8 && prefix > 16 * i; i++) {
    const bits = prefix - 16 * i;
    ArrayPrototypePush(parts, (bits >= 16 ? 0xffff : 0x10000 - 2 ** (16 - bits)).toString(16));
  }
  return parts.length === 8 ? parts.join(':') : `${parts.join(':')}::`;
}

function networkInterfaces() {
  const rows = native.networkInterfaces();
  const result = {};
  for (let i = 0; i < rows.length; i++) {
    const { 0: name, 1: address, 2: prefix, 3: isIPv6, 4: mac, 5: internal, 6: scopeid } = rows[i];
    const entry = {
      address,
      netmask: netmaskOf(prefix, isIPv6),
      family: isIPv6 ? 'IPv6' : 'IPv4',
      mac,
      internal,
      cidr: `${address}/${prefix}`,
    };
    if (isIPv6) entry.scopeid = scopeid;
    ArrayPrototypePush(result[name] ??= [], entry);
  }
  return result;
}

function userInfo(options) {
  const entry = native.userInfo();
  if (entry === undefined) throw systemError(-2, 'uv_os_get_passwd');
  const { 0: uid, 1: gid, 2: username, 3: home, 4: shell } = entry;
  const encoding = options !== null && typeof options === 'object' ? options.encoding : undefined;
  const { Buffer } = require('buffer');
  const shown = (text) => {
    if (encoding === 'buffer') return Buffer.from(text);
    return encoding === undefined || encoding === 'utf8' ? text : Buffer.from(text).toString(encoding);
  };
  return { __proto__: null, uid, gid, username: shown(username), homedir: shown(home), shell: shown(shell) };
}

function getPriority(pid) {
  if (pid === undefined) pid = 0;
  validateInt32(pid, 'pid');
  const priority = native.getPriority(pid);
  if (priority < -1000) throw systemError(priority + 1000, 'uv_os_getpriority');
  return priority;
}

function setPriority(pid, priority) {
  if (priority === undefined) {
    priority = pid;
    pid = 0;
  }
  validateInt32(pid, 'pid');
  validateInt32(priority, 'priority', -20, 19);
  const errno = native.setPriority(pid, priority);
  if (errno < 0) throw systemError(errno, 'uv_os_setpriority');
}

// In a template string these functions stand for their value.
ArrayPrototypeForEach([
  availableParallelism, freemem, hostname, version, machine, type, release, totalmem, uptime, arch, endianness, homedir,
  platform, tmpdir,
], (fact) => {
  fact[SymbolToPrimitive] = () => fact();
});

const constants = ObjectFreeze({
  __proto__: null,
  UV_UDP_REUSEADDR: 4,
  dlopen: ObjectFreeze({
    __proto__: null, RTLD_LAZY: 1, RTLD_NOW: 2, RTLD_GLOBAL: 256, RTLD_LOCAL: 0, RTLD_DEEPBIND: 8,
  }),
  errno: ObjectFreeze({ __proto__: null, ...native.errnos }),
  signals: ObjectFreeze({ __proto__: null, ...native.signals }),
  priority: ObjectFreeze({
    __proto__: null,
    PRIORITY_LOW: 19,
    PRIORITY_BELOW_NORMAL: 10,
    PRIORITY_NORMAL: 0,
    PRIORITY_ABOVE_NORMAL: -7,
    PRIORITY_HIGH: -14,
    PRIORITY_HIGHEST: -20,
  }),
});

module.exports = {
  arch,
  availableParallelism,
  cpus,
  endianness,
  freemem,
  getPriority,
  homedir,
  hostname,
  loadavg,
  networkInterfaces,
  platform,
  release,
  setPriority,
  tmpdir,
  totalmem,
  type,
  userInfo,
  uptime,
  version,
  machine,
};

ObjectDefineProperties(module.exports, {
  constants: { __proto__: null, configurable: false, enumerable: true, value: constants },
  EOL: { __proto__: null, configurable: true, enumerable: true, writable: false, value: '\n' },
  devNull: { __proto__: null, configurable: true, enumerable: true, writable: false, value: '/dev/null' },
});
