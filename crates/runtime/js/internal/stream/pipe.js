'use strict';

// Readable.pipe: the source flows into the destination until that is full, and flows again when
// it drained. With several destinations the slowest one sets the pace.

const { ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypeSplice, SafeSet } = primordials;

const { failStream } = require('internal/stream/destroy');
const { prependListener } = require('internal/stream/legacy');

function pipe(source, destination, options) {
  const state = source._readableState;
  if (state.pipes.length === 1 && !state.multiAwaitDrain) {
    state.multiAwaitDrain = true;
    state.awaitDrainWriters = new SafeSet(state.awaitDrainWriters ? [state.awaitDrainWriters] : []);
  }
  // Streams that go nowhere have one list among them.
  if (state.pipes.length === 0) state.pipes = [destination];
  else state.pipes.push(destination);

  const endsDestination = (!options || options.end !== false) &&
    destination !== process.stdout && destination !== process.stderr;
  const onSourceEnd = endsDestination ? onEnd : unpipeThis;
  let onDrain;
  let cleanedUp = false;

  if (state.endEmitted) {
    process.nextTick(onSourceEnd);
  } else {
    source.once('end', onSourceEnd);
  }
  destination.on('unpipe', onUnpipe);

  function onUnpipe(readable, info) {
    if (readable === source && info && info.hasUnpiped === false) {
      info.hasUnpiped = true;
      cleanup();
    }
  }
  function onEnd() {
    destination.end();
  }
  // By its method, which a program may have replaced.
  function unpipeThis() {
    source.unpipe(destination);
  }
  function cleanup() {
    destination.removeListener('close', onClose);
    destination.removeListener('finish', onFinish);
    if (onDrain) destination.removeListener('drain', onDrain);
    destination.removeListener('error', onError);
    destination.removeListener('unpipe', onUnpipe);
    source.removeListener('end', onEnd);
    source.removeListener('end', unpipeThis);
    source.removeListener('data', onData);
    cleanedUp = true;
    // Whoever else waits must not wait for this destination any more.
    if (onDrain && state.awaitDrainWriters &&
        (!destination._writableState || destination._writableState.needDrain)) {
      onDrain();
    }
  }
  function pause() {
    if (!cleanedUp) {
      if (state.pipes.length === 1 && state.pipes[0] === destination) {
        state.awaitDrainWriters = destination;
        state.multiAwaitDrain = false;
      } else if (state.pipes.length > 1 && ArrayPrototypeIncludes(state.pipes, destination)) {
        state.awaitDrainWriters.add(destination);
      }
      source.pause();
    }
    if (!onDrain) {
      // Only listened to once needed: a fast destination never drains.
      onDrain = () => resumeAfterDrain(source, destination);
      destination.on('drain', onDrain);
    }
  }
  function onData(chunk) {
    if (destination.write(chunk) === false) pause();
  }
  function onError(error) {
    unpipeThis();
    destination.removeListener('error', onError);
    if (destination.listenerCount('error') !== 0) return;
    const destinationState = destination._writableState || destination._readableState;
    if (destinationState && !destinationState.errorEmitted) {
      failStream(destination, error);
    } else {
      destination.emit('error', error);
    }
  }
  function onClose() {
    destination.removeListener('finish', onFinish);
    unpipeThis();
  }
  function onFinish() {
    destination.removeListener('close', onClose);
    unpipeThis();
  }

  source.on('data', onData);
  prependListener(destination, 'error', onError);
  destination.once('close', onClose);
  destination.once('finish', onFinish);
  destination.emit('pipe', source);

  if (destination.writableNeedDrain === true) {
    pause();
  } else if (!state.flowing) {
    source.resume();
  }
  return destination;
}

function resumeAfterDrain(source, destination) {
  const state = source._readableState;
  if (state.awaitDrainWriters === destination) {
    state.awaitDrainWriters = null;
  } else if (state.multiAwaitDrain) {
    state.awaitDrainWriters.delete(destination);
  }
  if ((!state.awaitDrainWriters || state.awaitDrainWriters.size === 0) &&
      source.listenerCount('data')) {
    source.resume();
  }
}

function unpipe(source, destination) {
  const state = source._readableState;
  if (state.pipes.length === 0) return source;
  if (!destination) {
    const destinations = state.pipes;
    state.pipes = [];
    source.pause();
    for (let i = 0; i < destinations.length; i++) {
      destinations[i].emit('unpipe', source, { hasUnpiped: false });
    }
    return source;
  }
  const index = ArrayPrototypeIndexOf(state.pipes, destination);
  if (index === -1) return source;
  ArrayPrototypeSplice(state.pipes, index, 1);
  if (state.pipes.length === 0) source.pause();
  destination.emit('unpipe', source, { hasUnpiped: false });
  return source;
}

module.exports = { pipe, unpipe };
