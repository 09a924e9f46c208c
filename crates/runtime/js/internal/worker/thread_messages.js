// Messages from any thread of the program to any other, by its number: 'workerMessage' of the other's process.
//
// Every thread that listens has an inbox, which the others find by the thread's number. A message brings a port along over which
// its fate is told: heard, nobody listened, the listener threw.
'use strict';

const { Promise, PromiseReject } = primordials;
const {
  codes: {
    ERR_WORKER_MESSAGING_ERRORED, ERR_WORKER_MESSAGING_FAILED, ERR_WORKER_MESSAGING_SAME_THREAD, ERR_WORKER_MESSAGING_TIMEOUT,
  },
} = require('internal/errors');
const { validateNumber } = require('internal/validators');
const { MessageChannel, pack, withOwn } = require('internal/messaging/message_port');
const { encode, openRemotePort } = require('internal/messaging/remote_port');
const { introduceThread, makeChannel, postToThread } = internalBinding('ports');
const { threadId } = internalBinding('workers');

function postMessageToThread(thread, value, transferList, timeout) {
  if (typeof transferList === 'number' && timeout === undefined) {
    timeout = transferList;
    transferList = [];
  }
  if (timeout !== undefined) validateNumber(timeout, 'timeout', 0);
  if (thread === threadId) return PromiseReject(new ERR_WORKER_MESSAGING_SAME_THREAD());
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    let timer;
    const settle = (fate) => {
      timer?.close();
      port1.close();
      if (fate === 'heard') resolve();
      else if (fate === 'threw') reject(new ERR_WORKER_MESSAGING_ERRORED());
      else if (fate === 'late') reject(new ERR_WORKER_MESSAGING_TIMEOUT());
      else reject(new ERR_WORKER_MESSAGING_FAILED());
    };
    port1.once('message', settle);
    const message = pack({ value, source: threadId, answer: port2 }, withOwn(port2, transferList), port1);
    const { bytes, channels, buffers, files, blocks } = encode(message, true);
    if (!postToThread(thread, bytes, channels, buffers, files, blocks)) {
      settle('nobody');
      return;
    }
    if (timeout !== undefined) timer = require('timers').setTimeout(settle, timeout, 'late');
  });
}

let isIntroduced = false;

// Opens the inbox of this thread. It keeps nothing alive.
function introduce() {
  if (isIntroduced) return;
  isIntroduced = true;
  const { 0: here, 1: there } = makeChannel();
  const port = openRemotePort(here);
  port.on('message', ({ value, source, answer }) => {
    let fate = 'nobody';
    try {
      if (process.emit('workerMessage', value, source)) fate = 'heard';
    } catch {
      fate = 'threw';
    }
    answer.postMessage(fate);
    answer.close();
  });
  port.unref();
  introduceThread(there);
}

module.exports = { introduce, postMessageToThread };
