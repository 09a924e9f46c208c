// What the end of a line can be completed to.
//
// The completions come in groups with an empty text between them: of a value the names of its prototypes, the farthest
// first, then its own; of a name the words of the language, the globals, what lines have declared.
'use strict';

const {
  ArrayPrototypeConcat, ArrayPrototypeFilter, ArrayPrototypePush, ArrayPrototypeReverse, ArrayPrototypeSort, ObjectGetOwnPropertyNames, ObjectGetPrototypeOf, ObjectKeys,
  RegExpPrototypeExec, SafeSet, StringPrototypeEndsWith, StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeToLowerCase, globalThis,
} = primordials;

const { plainValue } = require('internal/repl/plain_values');

const COMMAND = /^\s*\.(\w*)$/;
const MODULE = /\b(?:require|import)\s*\(\s*['"`]([^'"`]*)$/;
const MEMBER = /((?:[A-Za-z_$][\w$]*|"[^"]*"|'[^']*'|`[^`]*`|\[[^[\]]*\]|\/(?:[^/\\\n]|\\.)+\/\w*|\d+\.)(?:\s*\??\.\s*[A-Za-z_$][\w$]*|\[(?:\d+|'[^']*'|"[^"]*")\])*)(\s*\??\.\s*)([\w$]*)$/;
const NAME = /[A-Za-z_$][\w$]*$/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

const KEYWORDS = [
  'async', 'await', 'break', 'case', 'catch', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else', 'export', 'false', 'finally', 'for',
  'function', 'if', 'import', 'in', 'instanceof', 'let', 'new', 'null', 'return', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'var', 'void',
  'while', 'with', 'yield',
];

const startsLike = (text, beginning) =>
  StringPrototypeStartsWith(StringPrototypeToLowerCase(text), StringPrototypeToLowerCase(beginning));

// The groups that have something, sorted. A name stands in the last of the groups that have it.
function joined(groups, beginning, prefix = '') {
  const seen = new SafeSet();
  const kept = [];
  for (let i = groups.length - 1; i >= 0; i--) {
    const names = ArrayPrototypeFilter(groups[i], (name) => startsLike(name, beginning) && !seen.has(name));
    for (let j = 0; j < names.length; j++) seen.add(names[j]);
    if (names.length > 0) kept[kept.length] = ArrayPrototypeSort(names);
  }
  const all = [];
  for (let i = kept.length - 1; i >= 0; i--) {
    if (all.length > 0) ArrayPrototypePush(all, '');
    for (let j = 0; j < kept[i].length; j++) ArrayPrototypePush(all, `${prefix}${kept[i][j]}`);
  }
  return all;
}

// The old ways to define accessors are not offered.
const identifiers = (names) => ArrayPrototypeFilter(names, (name) =>
  RegExpPrototypeExec(IDENTIFIER, name) !== null && RegExpPrototypeExec(/^__(?:define|lookup)/, name) === null);

function memberGroups(value) {
  const groups = [];
  let holder = (typeof value === 'object' && value !== null) || typeof value === 'function' ? value : ObjectGetPrototypeOf(Object(value));
  // A proxy may go on for ever.
  for (let depth = 0; holder !== null && depth < 1000; depth++) {
    groups[groups.length] = identifiers(ObjectGetOwnPropertyNames(holder));
    holder = ObjectGetPrototypeOf(holder);
  }
  return ArrayPrototypeReverse(groups);
}

function literal(text) {
  if (RegExpPrototypeExec(/^["'`]/, text) !== null) return { found: true, value: '' };
  if (RegExpPrototypeExec(/^\[[^[\]]*\]$/, text) !== null) return { found: true, value: [] };
  if (RegExpPrototypeExec(/^\//, text) !== null) return { found: true, value: /(?:)/ };
  if (RegExpPrototypeExec(/^\d+\.$/, text) !== null) return { found: true, value: 0 };
  return undefined;
}

function members(server, { 0: whole, 1: expression, 2: dot, 3: beginning }) {
  const { found, value } = literal(expression) ?? plainValue(server, expression);
  if (!found || value === null || value === undefined) return [[], whole];
  try {
    return [joined(memberGroups(value), beginning, `${expression}${dot}`), whole];
  } catch {
    return [[], whole];
  }
}

function names(server, beginning) {
  const scope = server.useGlobal ? globalThis : require('vm').runInContext('globalThis', server.context);
  const globals = identifiers(ArrayPrototypeConcat(ObjectGetOwnPropertyNames(scope), ObjectGetOwnPropertyNames(server.context)));
  const lexical = server._lexicalNames.list((name) => plainValue(server, name).found);
  const groups = [beginning === '' ? [] : KEYWORDS, globals, lexical];
  return [joined(groups, beginning), beginning];
}

function modules(beginning) {
  const { publicModules } = require('internal/repl/context');
  const ids = publicModules();
  const all = [];
  for (let i = 0; i < ids.length; i++) ArrayPrototypePush(all, ids[i], `node:${ids[i]}`);
  const found = ArrayPrototypeFilter(all, (id) => StringPrototypeStartsWith(id, beginning) &&
    (StringPrototypeStartsWith(beginning, 'n') || !StringPrototypeStartsWith(id, 'node:')));
  const isPath = RegExpPrototypeExec(/^\.{0,2}\//, beginning) !== null;
  return [ArrayPrototypeSort(isPath ? ArrayPrototypeConcat(found, files(beginning)) : found), beginning];
}

// Folders, and files by the names that lead to them.
function files(beginning) {
  const fs = require('fs');
  const path = require('path');
  const folder = StringPrototypeEndsWith(beginning, '/') ? beginning : path.dirname(beginning);
  const start = StringPrototypeEndsWith(beginning, '/') ? beginning : `${folder === '/' ? '' : folder}/`;
  let entries;
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  const found = [];
  for (let i = 0; i < entries.length; i++) {
    const { name } = entries[i];
    const extension = path.extname(name);
    let text;
    if (entries[i].isDirectory()) text = `${start}${name}/`;
    else if (extension === '.js' || extension === '.json' || extension === '.node') text = `${start}${StringPrototypeSlice(name, 0, -extension.length)}`;
    else continue;
    if (StringPrototypeStartsWith(text, beginning)) found[found.length] = text;
  }
  return found;
}

function find(server, text) {
  let match = RegExpPrototypeExec(COMMAND, text);
  if (match !== null) return [joined([ObjectKeys(server.commands)], match[1]), match[1]];
  match = RegExpPrototypeExec(MODULE, text);
  if (match !== null) return modules(match[1]);
  match = RegExpPrototypeExec(MEMBER, text);
  if (match !== null) return members(server, match);
  match = RegExpPrototypeExec(NAME, text);
  if (match !== null) return names(server, match[0]);
  return text === '' ? names(server, '') : [[], undefined];
}

function complete(server, text, callback) {
  callback(null, find(server, text));
}

module.exports = { complete, find };
