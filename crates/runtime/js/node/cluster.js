// The public `cluster` module, as far as one process can tell: it is the primary and has no workers.
//
// Forking workers that share a listening socket needs sockets, which Roundel does not have yet; the calls
// that would do so say that.
'use strict';

const EventEmitter = require('events');

const cluster = new EventEmitter();

function unavailable(name) {
  return () => {
    const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
    throw new ERR_METHOD_NOT_IMPLEMENTED(`cluster.${name}()`);
  };
}

cluster.isWorker = false;
cluster.isMaster = true;
cluster.isPrimary = true;
cluster.Worker = class Worker extends EventEmitter {
  constructor() {
    super();
    unavailable('Worker')();
  }
};
cluster.workers = {};
cluster.settings = {};
cluster.SCHED_NONE = 1;
cluster.SCHED_RR = 2;
cluster.schedulingPolicy = cluster.SCHED_RR;
cluster.fork = unavailable('fork');
cluster.setupPrimary = unavailable('setupPrimary');
cluster.setupMaster = unavailable('setupMaster');
cluster.disconnect = unavailable('disconnect');

module.exports = cluster;
