// Who the process is: process.setuid and its kin.
'use strict';

const { ArrayPrototypePush, Error, ReflectApply, StringPrototypeSlice, StringPrototypeToUpperCase } = primordials;
const binding = internalBinding('process');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_CREDENTIAL } } = require('internal/errors');
const { validateArray, validateUint32 } = require('internal/validators');

// The number of a user or group that is given as one or by its name.
function numberOf(id, name, kind) {
  if (typeof id === 'number') {
    validateUint32(id, name);
    return id;
  }
  if (typeof id !== 'string') throw new ERR_INVALID_ARG_TYPE(name, ['number', 'string'], id);
  const found = kind === 'User' ? binding.userId(id) : binding.groupId(id);
  if (found === undefined) throw new ERR_UNKNOWN_CREDENTIAL(kind, id);
  return found;
}

// These say what went wrong in the system's words, and its number as the system has it.
function check(errno, syscall) {
  if (errno === 0) return;
  const { getSystemErrorMap } = require('util');
  const { 0: code, 1: words } = getSystemErrorMap().get(errno) ?? ['UNKNOWN', 'unknown error'];
  const error = new Error(`${code}, ${StringPrototypeToUpperCase(words[0])}${StringPrototypeSlice(words, 1)}`);
  error.errno = -errno;
  error.code = code;
  error.syscall = syscall;
  throw error;
}

function define(process) {
  const one = (name, kind) => {
    process[name] = { [name](id) { check(binding.setIdentity(name, numberOf(id, 'id', kind)), name); } }[name];
  };
  one('setuid', 'User');
  one('seteuid', 'User');
  one('setgid', 'Group');
  one('setegid', 'Group');
  process.setgroups = function setgroups(groups) {
    validateArray(groups, 'groups');
    const ids = [];
    for (let i = 0; i < groups.length; i++) ArrayPrototypePush(ids, numberOf(groups[i], `groups[${i}]`, 'Group'));
    check(ReflectApply(binding.setGroups, undefined, ids), 'setgroups');
  };
  process.initgroups = function initgroups(user, extraGroup) {
    if (typeof user === 'number') validateUint32(user, 'user');
    else if (typeof user !== 'string') throw new ERR_INVALID_ARG_TYPE('user', ['number', 'string'], user);
    const group = numberOf(extraGroup, 'extraGroup', 'Group');
    const name = typeof user === 'number' ? binding.userName(user) : user;
    if (name === undefined || (typeof user === 'string' && binding.userId(user) === undefined)) {
      throw new ERR_UNKNOWN_CREDENTIAL('User', `${user}`);
    }
    check(binding.initGroups(name, group), 'initgroups');
  };
}

module.exports = { define };
