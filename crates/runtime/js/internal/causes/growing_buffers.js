// Buffers of streams that grow because nobody heeds what `write` and `push` return: notes for a lint.
//
// A burst of writes in one callback is no growth. Told is of a stream that was too full for a while, was filled further all
// the time, and holds much more than it wants to: once each.
'use strict';

const { ReflectApply, SafeWeakMap } = primordials;
const { nameOf, note } = require('internal/causes');
const { clock, NOW } = internalBinding('timers');

const LOOK_EVERY_MS = 20;
const RISES = 10;

// What is less is no trouble yet.
const MANY_BYTES = 1024 * 1024;
const MANY_OBJECTS = 1000;
const MANY_TIMES = 16;

// Streams that are too full, each with { since, looked, length, rises }.
const full = new SafeWeakMap();
const told = new SafeWeakMap();

function classOf(stream) {
  try {
    return nameOf(stream.constructor) || 'stream';
  } catch {
    // A getter of the program's.
    return 'stream';
  }
}

function look(stream, state, call, method) {
  const now = clock[NOW];
  const seen = full.get(stream);
  if (seen === undefined) {
    full.set(stream, { since: now, looked: now, length: state.length, rises: 0 });
    return;
  }
  if (now - seen.looked < LOOK_EVERY_MS) return;
  seen.rises = state.length > seen.length ? seen.rises + 1 : 0;
  seen.length = state.length;
  seen.looked = now;
  const many = state.objectMode ? MANY_OBJECTS : MANY_BYTES;
  if (seen.rises < RISES || state.length < many || state.length < state.highWaterMark * MANY_TIMES) return;
  told.set(stream, true);
  const what = state.objectMode ? 'objects' : 'bytes';
  const instead = call === 'write' ? "wait for 'drain'" : 'go on when it is read from';
  note(
    'growing-queue',
    `the buffer of a ${classOf(stream)} grows: ${state.length} ${what} wait in it, and ${call}() has returned false for ` +
      `${now - seen.since} ms; ${instead}`,
    method,
  );
}

// The method with an eye on what it returns.
function watched(method, call, stateOf) {
  const holder = {
    [call](chunk, encoding, callback) {
      const hasRoom = ReflectApply(method, this, arguments);
      if (hasRoom) full.delete(this);
      else if (!told.has(this)) look(this, stateOf(this), call, holder[call]);
      return hasRoom;
    },
  };
  return holder[call];
}

module.exports = {
  watchedWrite: (write) => watched(write, 'write', (stream) => stream._writableState),
  watchedPush: (push) => watched(push, 'push', (stream) => stream._readableState),
};
