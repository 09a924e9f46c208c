// Functions and classes: "[Function: f]", "[class A extends B]".
'use strict';

const {
  FunctionPrototypeToString,
  ObjectGetPrototypeOf,
  ObjectPrototypeHasOwnProperty,
  RegExpPrototypeExec,
  RegExpPrototypeSymbolReplace,
  StringPrototypeEndsWith,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;
const { isAsyncFunction, isGeneratorFunction } = require('internal/util/types');

const comment = /(\/\/.*?\n)|(\/\*(.|\n)*?\*\/)/g;
const classHead = /^(\s+[^(]*?)\s*{/;

function functionBase(ctx, value, name, tag) {
  if (isClass(value)) return classBase(value, name, tag);
  let type = 'Function';
  if (isGeneratorFunction(value)) type = `Generator${type}`;
  if (isAsyncFunction(value)) type = `Async${type}`;
  let base = `[${type}`;
  if (name === null) base += ' (null prototype)';
  base += value.name === '' ? ' (anonymous)' : `: ${nameText(ctx, value.name)}`;
  base += ']';
  if (name !== type && name !== null) base += ` ${name}`;
  if (tag !== '' && name !== tag) base += ` [${tag}]`;
  return base;
}

// A program may have put anything there.
function nameText(ctx, name) {
  return typeof name === 'string' ? name : ctx.formatValue(ctx, name, NaN);
}

// The source starts with "class" and is not a function of that name: no parameter list before the brace.
function isClass(value) {
  const source = FunctionPrototypeToString(value);
  if (!StringPrototypeStartsWith(source, 'class') || !StringPrototypeEndsWith(source, '}')) return false;
  const rest = StringPrototypeSlice(source, 5, -1);
  const brace = StringPrototypeIndexOf(rest, '{');
  if (brace === -1) return false;
  return !StringPrototypeIncludes(StringPrototypeSlice(rest, 0, brace), '(') ||
    RegExpPrototypeExec(classHead, RegExpPrototypeSymbolReplace(comment, rest, '')) !== null;
}

function classBase(value, name, tag) {
  const ownName = ObjectPrototypeHasOwnProperty(value, 'name') && value.name;
  let base = `class ${ownName || '(anonymous)'}`;
  if (name !== 'Function' && name !== null) base += ` [${name}]`;
  if (tag !== '' && name !== tag) base += ` [${tag}]`;
  if (name === null) {
    base += ' extends [null prototype]';
  } else {
    const parent = ObjectGetPrototypeOf(value).name;
    if (parent) base += ` extends ${parent}`;
  }
  return `[${base}]`;
}

module.exports = { functionBase };
