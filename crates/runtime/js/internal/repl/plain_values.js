// Values of expressions that have no effect: names, properties that are plain data, literals.
'use strict';

const {
  ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, RegExpPrototypeExec, RegExpPrototypeSymbolReplace, StringPrototypeTrim,
} = primordials;

const { isProxy } = require('internal/util/types');

const NAME = '[A-Za-z_$][\\w$]*';
const CHAIN = new RegExp(`^(${NAME})((?:\\s*\\??\\.\\s*${NAME}|\\[(?:\\d+|'[^'\\\\]*'|"[^"\\\\]*")\\])*)$`);
const STEP = new RegExp(`\\s*(?:\\??\\.\\s*(${NAME})|\\[(\\d+)\\]|\\['([^']*)'\\]|\\["([^"]*)"\\])`, 'y');
const RESERVED = /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|export|extends|finally|for|function|if|import|in|instanceof|let|new|return|super|switch|throw|try|typeof|var|void|while|with|yield)$/;

const NOTHING = { found: false, value: undefined };

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// The property of a value if no code runs for it.
function dataProperty(value, key) {
  if (value === null || value === undefined) return NOTHING;
  let holder = isObject(value) ? value : Object(value);
  while (holder !== null) {
    if (isProxy(holder)) return NOTHING;
    const descriptor = ObjectGetOwnPropertyDescriptor(holder, key);
    if (descriptor !== undefined) return 'value' in descriptor ? { found: true, value: descriptor.value } : NOTHING;
    holder = ObjectGetPrototypeOf(holder);
  }
  return { found: true, value: undefined };
}

// What a name of the server's scope stands for. Reading a name runs no code but that of a global getter, which loads a builtin.
function nameValue(server, name) {
  if (name !== 'this' && RegExpPrototypeExec(RESERVED, name) !== null) return NOTHING;
  return run(server, name);
}

function chainValue(server, text) {
  const match = RegExpPrototypeExec(CHAIN, text);
  if (match === null) return NOTHING;
  let current = nameValue(server, match[1]);
  STEP.lastIndex = 0;
  const steps = match[2];
  while (current.found && STEP.lastIndex < steps.length) {
    const at = STEP.lastIndex;
    const step = RegExpPrototypeExec(STEP, steps);
    if (step === null) return NOTHING;
    const next = STEP.lastIndex;
    current = dataProperty(current.value, step[1] ?? step[2] ?? step[3] ?? step[4]);
    STEP.lastIndex = next;
    if (next === at) return NOTHING;
  }
  return current;
}

// Literals, and operators between them. No names, so nothing can be called.
const WORDS = /\b(?:true|false|null|undefined|NaN|Infinity)\b/g;
const STRINGS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
const LITERALS = /^[\d\s.+\-*/%()[\],<>=!&|^~?:n0xa-fA-F_@#e]*$/;

function literalValue(text) {
  let rest = RegExpPrototypeSymbolReplace(STRINGS, text, '#');
  rest = RegExpPrototypeSymbolReplace(WORDS, rest, '@');
  if (RegExpPrototypeExec(LITERALS, rest) === null || RegExpPrototypeExec(/(?:^|[^\d.\w])[A-Za-z_]|[^=!<>]=[^=]|\+\+|--|=>|\/\//, rest) !== null) return NOTHING;
  if (RegExpPrototypeExec(/[\d@#)\]]/, rest) === null) return NOTHING;
  const { Script } = require('internal/vm/script');
  try {
    return { found: true, value: new Script(`(${text}\n)`, { filename: 'REPL' }).runInThisContext() };
  } catch {
    return NOTHING;
  }
}

const CHAINS = new RegExp(`${NAME}(?:\\s*\\.\\s*${NAME}|\\[\\d+\\])*`, 'g');

// Operators between names that stand for primitives: those have no code that could run.
function operatorValue(server, text) {
  let isPlain = true;
  const rest = RegExpPrototypeSymbolReplace(CHAINS, RegExpPrototypeSymbolReplace(STRINGS, text, '#'), (chain) => {
    if (RegExpPrototypeExec(/^(?:true|false|null|undefined|NaN|Infinity)$/, chain) !== null) return '@';
    const { found, value } = isPlain ? chainValue(server, chain) : NOTHING;
    isPlain &&= found && (value === null || (typeof value !== 'object' && typeof value !== 'function'));
    return '@';
  });
  if (!isPlain || RegExpPrototypeExec(/^[\d\s.+\-*/%(),<>=!&|^~?:@#]*$/, rest) === null || RegExpPrototypeExec(EFFECTS, rest) !== null) return NOTHING;
  return run(server, `(${text}\n)`);
}

// Assignments, calls, comments.
const EFFECTS = /(?:^|[^=!<>])=(?:[^=]|$)|[<>]{2,}=|\+\+|--|=>|\/\/|\/\*|@\s*\(|#\s*\(|\)\s*\(/;

function run(server, code) {
  const { Script } = require('internal/vm/script');
  try {
    const script = new Script(code, { filename: 'REPL' });
    return { found: true, value: server.useGlobal ? script.runInThisContext() : script.runInContext(server.context) };
  } catch {
    return NOTHING;
  }
}

// `{ found, value }`.
function plainValue(server, text) {
  text = StringPrototypeTrim(text);
  if (text === '') return NOTHING;
  const chain = chainValue(server, text);
  if (chain.found) return chain;
  const literal = literalValue(text);
  return literal.found ? literal : operatorValue(server, text);
}

module.exports = { plainValue };
