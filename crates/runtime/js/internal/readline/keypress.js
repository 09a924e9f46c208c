// `keypress` events of a stream that a person types into.
'use strict';

const { StringPrototypeSlice, Symbol } = primordials;

const { StringDecoder } = require('string_decoder');
const { lengthRight } = require('internal/readline/display');
const { ESCAPE, KeyDecoder } = require('internal/readline/key_decoder');
const { clearTimeout, setTimeout } = require('timers');

const kDecoder = Symbol('keypress-decoder');

const ESCAPE_CODE_TIMEOUT_MS = 500;

// While nobody listens for keys the stream's data is left alone. With `iface`, an interface of readline, a text that comes
// in one piece is taken as pasted: only its last character may ask for a completion.
function emitKeypressEvents(stream, iface = {}) {
  if (stream[kDecoder] !== undefined) return;
  stream[kDecoder] = new StringDecoder('utf8');
  const keys = new KeyDecoder((text, key) => stream.emit('keypress', text, key));
  let timeout;

  const giveUpWaiting = () => keys.feed('');

  function onData(input) {
    if (stream.listenerCount('keypress') === 0) {
      stream.removeListener('data', onData);
      stream.on('newListener', onNewListener);
      return;
    }
    const text = stream[kDecoder].write(input);
    if (text === '') return;
    clearTimeout(timeout);
    iface._sawKeyPress = text.length === lengthRight(text, 0);
    iface.isCompletionEnabled = false;
    for (let i = 0; i < text.length;) {
      const character = StringPrototypeSlice(text, i, i += lengthRight(text, i));
      const isLast = i === text.length;
      if (isLast) iface.isCompletionEnabled = true;
      keys.feed(character);
      // A lone escape may be the key itself, or the beginning of a sequence that comes in pieces.
      if (isLast && character === ESCAPE) {
        timeout = setTimeout(giveUpWaiting, iface.escapeCodeTimeout ?? ESCAPE_CODE_TIMEOUT_MS);
      }
    }
  }

  function onNewListener(event) {
    if (event !== 'keypress') return;
    stream.on('data', onData);
    stream.removeListener('newListener', onNewListener);
  }

  if (stream.listenerCount('keypress') > 0) stream.on('data', onData);
  else stream.on('newListener', onNewListener);
}

module.exports = { emitKeypressEvents };
