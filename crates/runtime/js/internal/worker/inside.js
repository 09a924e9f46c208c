// The inside of a worker: what its parent gave it, and what it tells its parent.
'use strict';

const { SafeMap } = primordials;
const { cpuUsage, threadId } = internalBinding('workers');

const isWorker = threadId !== 0;

// What the program finds in `worker_threads`.
const given = {
  __proto__: null,
  parentPort: null,
  workerData: null,
  resourceLimits: {},
  environmentData: new SafeMap(),
  hasStdin: false,
  // What a thread for hooks of modules talks through.
  hooks: undefined,
};

let control;
// Writers whose chunks the parent has not asked to follow: the worker stays for them.
let waiting = 0;
const streams = { __proto__: null, stdin: undefined, stdout: undefined, stderr: undefined };

function hear(message) {
  switch (message.kind) {
    case 'more': streams[message.stream]?.goOn(); break;
    case 'ask': control.send({ kind: 'answer', number: message.number, answer: answerTo(message.what) }); break;
    case 'chunks': stdin().take(message.chunks); break;
    default: break;
  }
}

// What the parent can not know of this thread.
function answerTo(what) {
  return what === 'cpu' ? cpuUsage() : require('v8').getHeapStatistics();
}

function waits(delta) {
  waiting += delta;
  control.setRef(waiting > 0);
}

// Takes what the parent sent before it started the thread, and tells it that the program begins.
function begin() {
  const { openParent } = internalBinding('ports');
  const { takeMessage } = require('internal/messaging/remote_port');
  const channel = openParent();
  const message = takeMessage(channel);
  const { Control } = require('internal/worker/control');
  control = new Control(channel, hear);
  control.setRef(false);
  const { data } = message;
  require('internal/messaging/message_port').arrive(message);
  given.parentPort = data.publicPort;
  given.workerData = data.workerData;
  given.resourceLimits = data.resourceLimits;
  given.environmentData = data.environmentData;
  given.hasStdin = data.hasStdin;
  given.hooks = data.hooks;
  require('internal/worker/atomics_wait').install();
  control.tell({ kind: 'online' });
}

function output(name) {
  const { SentStream } = require('internal/worker/stdio');
  return streams[name] ??= new SentStream(control, name, waits);
}

function stdin() {
  const { ReceivedStream } = require('internal/worker/stdio');
  if (streams.stdin === undefined) {
    streams.stdin = new ReceivedStream(control, 'stdin', waits);
    if (!given.hasStdin) streams.stdin.push(null);
  }
  return streams.stdin;
}

// The last word of a worker that dies of an error.
function reportFatal(error) {
  control.send({ kind: 'error', error: require('internal/worker/error_box').box(error) });
}

module.exports = { begin, given, isWorker, output, reportFatal, stdin };
