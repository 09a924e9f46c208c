// Code that a program gives to `eval` or `new Function` as a text in which it may import.
//
// The engine has no `import()` for such code, and it is compiled in the global scope, where the functions that the source
// transform counts on are not. So the text is prepared like a script, and what it needs becomes globals with names of its
// own, hidden from enumeration. Where `import()` starts from is the file that the text stands in, as in Node.
'use strict';

const {
  NumberPrototypeToString, ObjectDefineProperty, StringPrototypeIncludes, StringPrototypePadStart, StringPrototypeReplaceAll,
  StringPrototypeSlice, globalThis,
} = primordials;
const binding = internalBinding('modules');

const HEAD = '(async function() {';
const TAIL = '\n})';
const NAME = 'evalmachine.<anonymous>';

let made = 0;

// A global for one text, as long as the word that it stands for.
function uniqueName(text) {
  let name;
  do name = `$$${StringPrototypePadStart(NumberPrototypeToString(made++, 36), 4, '0')}`;
  while (StringPrototypeIncludes(text, name));
  return name;
}

// The text of a script, for `eval`. What is no text, or no program by itself, stays as it is.
function prepareCode(importModule, text) {
  if (typeof text !== 'string') return text;
  const prepared = binding.prepareScript(text, NAME, 0, false);
  const { defineHelpers, isRefused } = require('internal/vm/script_globals');
  if (isRefused(prepared)) return text;
  return place(importModule, prepared, text, defineHelpers);
}

// The body of a function, for `new Function`.
function prepareBody(importModule, text) {
  const whole = `${HEAD}${text}${TAIL}`;
  const prepared = binding.prepareScript(whole, NAME, 0, false);
  const { defineHelpers, isRefused } = require('internal/vm/script_globals');
  if (isRefused(prepared)) return text;
  const code = place(importModule, prepared, whole, defineHelpers);
  return StringPrototypeSlice(code, HEAD.length, code.length - TAIL.length);
}

function place(importModule, prepared, text, defineHelpers) {
  const importName = prepared[1];
  if (importName === undefined) return text;
  const name = uniqueName(text);
  ObjectDefineProperty(globalThis, name, { __proto__: null, value: importModule, configurable: true });
  prepared[1] = undefined;
  defineHelpers(globalThis, prepared);
  return rename(prepared[0], importName, name);
}

// As a function, because `$$` means something in a text that replaces another.
function rename(code, from, to) {
  return StringPrototypeReplaceAll(code, from, () => to);
}

module.exports = { prepareBody, prepareCode, rename, uniqueName };
