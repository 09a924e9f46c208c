// tee: two streams that each get what one gave. A chunk is read when either of them wants one.
//
// Of a byte stream both branches are byte streams: a branch's own buffer is filled, and the other gets a copy.
'use strict';

const { ArrayBufferPrototypeSlice, PromiseWithResolvers, Uint8Array } = primordials;

const { soon } = require('web/streams/promises');
const bytes = require('web/streams/readable_byte_controller');
const plain = require('web/streams/readable_default_controller');
const { acquireReader, cancel, read, release } = require('web/streams/readable_state');

function teeStream(stream) {
  return stream.controller instanceof bytes.ByteControllerState ? teeBytes(stream) : teeChunks(stream);
}

// What both kinds share: the stream is cancelled when both branches are, for both reasons.
class Cancelling {
  stream;
  isCancelled;
  reasons;
  capability;

  constructor(stream) {
    this.stream = stream;
    this.isCancelled = [false, false];
    this.reasons = [undefined, undefined];
    this.capability = PromiseWithResolvers();
  }

  branch(which, reason) {
    this.isCancelled[which] = true;
    this.reasons[which] = reason;
    if (this.isCancelled[1 - which]) this.capability.resolve(cancel(this.stream, this.reasons));
    return this.capability.promise;
  }
}

function teeChunks(stream) {
  const { makeStream } = require('web/streams/readable_stream');
  const reader = acquireReader(stream);
  const cancelling = new Cancelling(stream);
  const { isCancelled } = cancelling;
  let isReading = false;
  let readAgain = false;
  const branches = [];

  const request = {
    __proto__: null,
    chunk(value) {
      // One microtask later, so that errors of the stream come first where they should.
      soon(() => {
        readAgain = false;
        if (!isCancelled[0]) plain.enqueue(branches[0].controller, value);
        if (!isCancelled[1]) plain.enqueue(branches[1].controller, value);
        isReading = false;
        if (readAgain) pull();
      });
    },
    close() {
      inTick(() => {
        isReading = false;
        for (let i = 0; i < 2; i++) {
          if (!isCancelled[i] && plain.canEnqueue(branches[i].controller)) plain.closeController(branches[i].controller);
        }
        if (!isCancelled[0] || !isCancelled[1]) cancelling.capability.resolve();
      });
    },
    error() {
      isReading = false;
    },
  };

  function pull() {
    if (isReading) {
      readAgain = true;
      return;
    }
    isReading = true;
    read(reader, request);
  }

  for (let i = 0; i < 2; i++) {
    branches[i] = makeStream({ __proto__: null, pull, cancel: (reason) => cancelling.branch(i, reason) });
  }
  whenFailed(reader, (error) => {
    plain.failController(branches[0].controller, error);
    plain.failController(branches[1].controller, error);
    if (!isCancelled[0] || !isCancelled[1]) cancelling.capability.resolve();
  });
  return branches;
}

// Node tells branches of the end in a tick; a page has none.
function inTick(callback) {
  if (internalBinding('options').loop.isWindow) callback();
  else process.nextTick(callback);
}

// One microtask behind the failure of the stream, if it fails.
function whenFailed(reader, callback) {
  const { then } = require('web/streams/promises');
  then(reader.closed.get(), undefined, callback);
}

function teeBytes(stream) {
  const { makeByteStream } = require('web/streams/readable_stream');
  let reader = acquireReader(stream);
  const cancelling = new Cancelling(stream);
  const { isCancelled } = cancelling;
  let isReading = false;
  const readAgain = [false, false];
  const branches = [];

  function watch(watched) {
    whenFailed(watched, (error) => {
      if (watched !== reader) return;
      bytes.failController(branches[0].controller, error);
      bytes.failController(branches[1].controller, error);
      if (!isCancelled[0] || !isCancelled[1]) cancelling.capability.resolve();
    });
  }

  function changeReader(isByob) {
    if (reader.isByob === isByob) return;
    release(reader);
    reader = acquireReader(stream, isByob);
    watch(reader);
  }

  // A copy for the second branch; both fail if there can be none.
  function copyOf(chunk) {
    try {
      return new Uint8Array(ArrayBufferPrototypeSlice(chunk.buffer, chunk.byteOffset, chunk.byteOffset + chunk.byteLength));
    } catch (error) {
      bytes.failController(branches[0].controller, error);
      bytes.failController(branches[1].controller, error);
      cancelling.capability.resolve(cancel(stream, error));
      return undefined;
    }
  }

  function goOn() {
    isReading = false;
    if (readAgain[0]) pull(0);
    else if (readAgain[1]) pull(1);
  }

  const plainRequest = {
    __proto__: null,
    chunk(chunk) {
      soon(() => {
        readAgain[0] = readAgain[1] = false;
        let second = chunk;
        if (!isCancelled[0] && !isCancelled[1]) {
          second = copyOf(chunk);
          if (second === undefined) return;
        }
        if (!isCancelled[0]) bytes.enqueue(branches[0].controller, chunk);
        if (!isCancelled[1]) bytes.enqueue(branches[1].controller, second);
        goOn();
      });
    },
    close() {
      isReading = false;
      for (let i = 0; i < 2; i++) if (!isCancelled[i]) bytes.closeController(branches[i].controller);
      for (let i = 0; i < 2; i++) if (branches[i].controller.pending.length > 0) bytes.respond(branches[i].controller, 0);
      if (!isCancelled[0] || !isCancelled[1]) cancelling.capability.resolve();
    },
    error() {
      isReading = false;
    },
  };

  // Reads into the buffer that one branch was given.
  function byobRequest(which) {
    const own = branches[which].controller;
    const other = branches[1 - which].controller;
    return {
      __proto__: null,
      chunk(chunk) {
        soon(() => {
          readAgain[0] = readAgain[1] = false;
          if (isCancelled[1 - which]) {
            if (!isCancelled[which]) bytes.respondWithNewView(own, chunk);
          } else {
            const copy = copyOf(chunk);
            if (copy === undefined) return;
            if (!isCancelled[which]) bytes.respondWithNewView(own, chunk);
            bytes.enqueue(other, copy);
          }
          goOn();
        });
      },
      close(chunk) {
        isReading = false;
        if (!isCancelled[which]) bytes.closeController(own);
        if (!isCancelled[1 - which]) bytes.closeController(other);
        if (chunk !== undefined) {
          if (!isCancelled[which]) bytes.respondWithNewView(own, chunk);
          if (!isCancelled[1 - which] && other.pending.length > 0) bytes.respond(other, 0);
        }
        if (!isCancelled[which] || !isCancelled[1 - which]) cancelling.capability.resolve();
      },
      error() {
        isReading = false;
      },
    };
  }

  function pull(which) {
    if (isReading) {
      readAgain[which] = true;
      return;
    }
    isReading = true;
    const request = bytes.byobRequestOf(branches[which].controller);
    if (request === null) {
      changeReader(false);
      read(reader, plainRequest);
    } else {
      changeReader(true);
      stream.isDisturbed = true;
      if (stream.status === 2) byobRequest(which).error(stream.error);
      else bytes.pullInto(stream.controller, request.view, 1, byobRequest(which));
    }
  }

  for (let i = 0; i < 2; i++) {
    branches[i] = makeByteStream({ __proto__: null, pull: () => pull(i), cancel: (reason) => cancelling.branch(i, reason) });
  }
  watch(reader);
  return branches;
}

module.exports = { teeStream };
