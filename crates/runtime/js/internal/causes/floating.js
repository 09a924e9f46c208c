// The note of a promise that was rejected and that nobody waits for: what it was rejected with, and where that was made.
'use strict';

const {
  RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
  StringPrototypeTrim, String,
} = primordials;
const { isNativeError } = require('internal/util/types');
const binding = internalBinding('causes');

const LONGEST = 120;

function note(reason) {
  const { words, place } = about(reason);
  binding.note(
    'floating-promise',
    `a promise was rejected (${words}) and nobody waited for it; await it, return it, or give it a catch`,
    place,
  );
}

function about(reason) {
  try {
    if (!isNativeError(reason)) return { words: shortened(String(reason)), place: '' };
    return { words: shortened(`${reason.name}: ${reason.message}`), place: engineStack(`${reason.stack}`) };
  } catch {
    // A program's own getters may throw.
    return { words: 'with something that can not be shown', place: '' };
  }
}

function shortened(text) {
  const end = StringPrototypeIndexOf(text, '\n');
  const line = end < 0 ? text : StringPrototypeSlice(text, 0, end);
  return line.length > LONGEST ? `${StringPrototypeSlice(line, 0, LONGEST)}…` : line;
}

// `name@file:line:column`; what a program has seen begins with the error's name.
const kRaw = /^[^\n:]*@(?:\[|\S+:\d+)/;
const kFrame = /^at (?:async )?(?:(.*) \()?(.+?:\d+:\d+)\)?$/;

// The stack as the engine writes it: as it is, if nobody has looked at it, else the innermost frame of the program.
function engineStack(stack) {
  if (RegExpPrototypeExec(kRaw, stack) !== null) return stack;
  const lines = StringPrototypeSplit(stack, '\n');
  for (let i = 1; i < lines.length; i++) {
    const found = RegExpPrototypeExec(kFrame, StringPrototypeTrim(lines[i]));
    if (found === null || StringPrototypeStartsWith(found[2], 'node:')) continue;
    const name = found[1] === undefined || found[1] === 'Object.<anonymous>' ? '' : found[1];
    return `${name}@${found[2]}`;
  }
  return '';
}

module.exports = { note };
