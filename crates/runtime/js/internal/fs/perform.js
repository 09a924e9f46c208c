'use strict';

// The three ways to perform a prepared operation: at once, with a callback, as a promise.
//
// A prepared operation is { run, args, path, dest, map, pathFor, isVoid, failure, signal }: the native
// function with its arguments, what an error should name, and how the native value becomes the public one.
// `pathFor` limits the path to one system call: a read that fails after the open does not name it.
// `failure` may give an error of its own for an errno.

const { ArrayPrototypePush, ObjectDefineProperty, Promise, ReflectApply } = primordials;

const { uvException } = require('internal/errors');
const { NativeResource, enterRequest, leave } = require('internal/async_hooks/native_resource');
const { abortErrorOf } = require('internal/fs/arguments');
const { isLoaded } = internalBinding('builtins');
const { readFile, status, writeFile } = internalBinding('fs');

// The engine's stack of a promise job of which nothing is left but who waits for it.
const JOBS = 'runMicrotasks@[native code]';

function errorOf(operation, errno, syscall) {
  const own = operation.failure?.(errno, syscall);
  if (own !== undefined) return own;
  const named = operation.pathFor === undefined || operation.pathFor === syscall;
  const name = (path) => (path === undefined || !named || typeof path === 'number' ? undefined : path);
  return uvException({ errno, syscall, path: name(operation.path), dest: name(operation.dest) });
}

const valueOf = (operation, value) => (operation.map === undefined ? value : operation.map(value));

function performSync(operation) {
  const value = ReflectApply(operation.run, undefined, operation.args);
  const errno = status[0];
  if (errno !== 0) throw errorOf(operation, errno, value);
  return valueOf(operation, value);
}

// The job itself can not be stopped once it runs; an abort meanwhile decides what is told.
const isAborted = (operation) => operation.signal?.aborted === true;

// No JavaScript is on the stack when the loop calls back, so such an error has no frames to show but those of who awaits it.
function lateErrorOf(operation, errno, syscall, promise) {
  if (isAborted(operation)) return abortErrorOf(operation.signal);
  const error = errorOf(operation, errno, syscall);
  const isAwaited = promise !== undefined && isLoaded('internal/errors/waiters');
  if (isAwaited) require('internal/errors/waiters').rejectsWith(error, promise);
  ObjectDefineProperty(error, 'stack', {
    __proto__: null,
    configurable: true,
    enumerable: false,
    writable: true,
    value: isAwaited ? JOBS : '',
  });
  return error;
}

class FSReqCallback extends NativeResource {
  constructor() { super('FSREQCALLBACK'); }
}

class ReadFileJob extends NativeResource {
  constructor() { super('FSREQCALLBACK'); }
}

class WriteFileJob extends NativeResource {
  constructor() { super('FSREQCALLBACK'); }
}

class FSReqPromise extends NativeResource {
  constructor() { super('FSREQPROMISE'); }
}

// A whole file is one job, in both forms.
function requestFor(operation, Simple) {
  if (operation.run === readFile) return new ReadFileJob();
  if (operation.run === writeFile) return new WriteFileJob();
  return new Simple();
}

function start(operation, Simple, done) {
  const request = requestFor(operation, Simple);
  ArrayPrototypePush(operation.args, (errno, syscall, value) => {
    enterRequest(request);
    done(errno, syscall, value);
    leave(request);
  });
  ReflectApply(operation.run, undefined, operation.args);
}

// `callback(error)` or `callback(null, value)`; an operation without a value gives only the null.
function performCallback(operation, callback) {
  if (isAborted(operation)) {
    callback(abortErrorOf(operation.signal));
    return;
  }
  start(operation, FSReqCallback, (errno, syscall, value) => {
    if (errno !== 0 || isAborted(operation)) {
      callback(lateErrorOf(operation, errno, syscall));
    } else if (operation.isVoid) {
      callback(null);
    } else {
      callback(null, valueOf(operation, value));
    }
  });
}

function performPromise(operation, tellsWaiters = true) {
  const promise = new Promise((resolve, reject) => {
    if (isAborted(operation)) {
      reject(abortErrorOf(operation.signal));
      return;
    }
    start(operation, FSReqPromise, (errno, syscall, value) => {
      if (errno !== 0 || isAborted(operation)) {
        reject(lateErrorOf(operation, errno, syscall, tellsWaiters ? promise : undefined));
      } else {
        resolve(valueOf(operation, value));
      }
    });
  });
  return promise;
}

module.exports = { performCallback, performPromise, performSync };
