// cluster in the primary: starts workers, and holds what they listen on.
'use strict';

const { ArrayPrototypeSlice, ObjectKeys, ObjectValues, SafeMap } = primordials;

const EventEmitter = require('events');
const { Worker, hear, tell } = require('internal/cluster/worker');
const { validateObject } = require('internal/validators');

const SCHED_NONE = 1;
const SCHED_RR = 2;

const cluster = new EventEmitter();
// Hears of the last worker's going.
const intercom = new EventEmitter();
// What workers listen on, by where that is.
const handles = new SafeMap();

let isSetUp = false;
let lastId = 0;
let policy;

cluster.isWorker = false;
cluster.isMaster = true;
cluster.isPrimary = true;
cluster.Worker = Worker;
cluster.workers = {};
cluster.settings = {};
cluster.SCHED_NONE = SCHED_NONE;
cluster.SCHED_RR = SCHED_RR;
cluster.schedulingPolicy = policyOf(process.env.NODE_CLUSTER_SCHED_POLICY);

function policyOf(name) {
  if (name === undefined || name === 'rr') return SCHED_RR;
  if (name === 'none') return SCHED_NONE;
  return +name || SCHED_RR;
}

cluster.setupPrimary = function(options) {
  if (options !== undefined) validateObject(options, 'options');
  const settings = cluster.settings = {
    args: ArrayPrototypeSlice(process.argv, 2),
    exec: process.argv[1],
    execArgv: process.execArgv,
    silent: false,
    ...cluster.settings,
    ...options,
  };
  if (!isSetUp) {
    isSetUp = true;
    policy = cluster.schedulingPolicy;
    if (policy !== SCHED_NONE && policy !== SCHED_RR) {
      const { AssertionError } = require('assert');
      throw new AssertionError({ message: `Bad cluster.schedulingPolicy: ${policy}`, operator: '==' });
    }
  }
  process.nextTick(() => cluster.emit('setup', settings));
};
cluster.setupMaster = cluster.setupPrimary;

cluster.fork = function(env) {
  cluster.setupPrimary();
  const id = ++lastId;
  const worker = new Worker({ id, process: startProcess(id, env) });
  const { process: child } = worker;
  worker.on('message', function(message, handle) { cluster.emit('message', this, message, handle); });
  child.once('exit', (exitCode, signalCode) => {
    // One that is still connected may be of interest.
    if (!worker.isConnected()) {
      leaveHandles(worker);
      forget(worker);
    }
    settle(worker, 'dead', 'exit', exitCode, signalCode);
  });
  child.once('disconnect', () => {
    leaveHandles(worker);
    if (worker.isDead()) forget(worker);
    settle(worker, 'disconnected', 'disconnect');
  });
  hear(child, (message) => acts[message.act]?.(worker, message));
  process.nextTick(() => cluster.emit('fork', worker));
  cluster.workers[id] = worker;
  return worker;
};

function startProcess(id, env) {
  const { args, cwd, exec, execArgv, gid, serialization, silent, stdio, uid, windowsHide } = cluster.settings;
  return require('child_process').fork(exec, args, {
    cwd,
    env: { ...process.env, ...env, NODE_UNIQUE_ID: `${id}` },
    execArgv: ArrayPrototypeSlice(execArgv),
    gid,
    serialization,
    silent,
    stdio,
    uid,
    windowsHide,
  });
}

function settle(worker, state, event, exitCode, signalCode) {
  worker.exitedAfterDisconnect = !!worker.exitedAfterDisconnect;
  worker.state = state;
  if (event === 'exit') {
    worker.emit(event, exitCode, signalCode);
    cluster.emit(event, worker, exitCode, signalCode);
  } else {
    worker.emit(event);
    cluster.emit(event, worker);
  }
}

function forget(worker) {
  delete cluster.workers[worker.id];
  if (ObjectKeys(cluster.workers).length === 0) intercom.emit('disconnect');
}

function leaveHandles(worker) {
  handles.forEach((handle, key) => {
    if (handle.remove(worker)) handles.delete(key);
  });
}

// What workers say.
const acts = {
  __proto__: null,

  online(worker) {
    worker.state = 'online';
    worker.emit('online');
    cluster.emit('online', worker);
  },

  listening(worker, { address, addressType, fd, port }) {
    const info = { addressType, address, port, fd };
    worker.state = 'listening';
    worker.emit('listening', info);
    cluster.emit('listening', worker, info);
  },

  queryServer(worker, message) {
    // It is on its way out.
    if (worker.exitedAfterDisconnect) return;
    const { address, addressType, fd, index, port, seq } = message;
    const key = `${address}:${port}:${addressType}:${fd}:${index}`;
    let handle = handles.get(key);
    if (handle === undefined) {
      handle = makeHandle(key, message);
      handles.set(key, handle);
    }
    handle.data ??= message.data;
    handle.add(worker, (errno, reply, shared) => {
      const { data } = handle;
      if (errno) handles.delete(key);
      tell(worker.process, { errno, key, ack: seq, data, ...reply }, shared);
    });
  },

  close(worker, { key }) {
    if (handles.get(key)?.remove(worker)) handles.delete(key);
  },

  exitedAfterDisconnect(worker, message) {
    worker.exitedAfterDisconnect = true;
    tell(worker.process, { ack: message.seq });
  },
};

function makeHandle(key, message) {
  const isDatagram = message.addressType === 'udp4' || message.addressType === 'udp6';
  if (policy === SCHED_RR && !isDatagram) {
    const { RoundRobin } = require('internal/cluster/round_robin');
    return new RoundRobin(key, message);
  }
  const { SharedHandle } = require('internal/cluster/shared_handle');
  return new SharedHandle(key, message);
}

cluster.disconnect = function(callback) {
  const workers = ObjectValues(cluster.workers);
  if (workers.length === 0) {
    process.nextTick(() => intercom.emit('disconnect'));
  } else {
    for (let i = 0; i < workers.length; i++) {
      if (workers[i].isConnected()) workers[i].disconnect();
    }
  }
  if (typeof callback === 'function') intercom.once('disconnect', callback);
};

Worker.prototype.disconnect = function() {
  this.exitedAfterDisconnect = true;
  tell(this.process, { act: 'disconnect' });
  leaveHandles(this);
  forget(this);
  return this;
};

Worker.prototype.destroy = function(signal) {
  this.process.kill(signal || 'SIGTERM');
};

module.exports = cluster;
