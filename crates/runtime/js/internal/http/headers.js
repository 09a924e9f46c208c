// Headers that came: a head as a string, taken apart when somebody looks.
//
// `rawHeaders` is the list of names and values as they were sent; `headers` and `headersDistinct` are made from it.
'use strict';

const {
  ArrayPrototypeForEach,
  ArrayPrototypeMap,
  ArrayPrototypePush,
  ObjectHasOwn,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
} = primordials;

const native = internalBinding('http');
const { fields, offsets } = native;

const COUNT = 7;
const KEPT_NAMES = 512;

// Names that the native side tells by number: see `knownNames` in bindings/http.d.ts.
const KNOWN_NAME = 2 ** 31;
const lowerNames = ArrayPrototypeMap(native.knownNames, (name) => StringPrototypeToLowerCase(name));
// By number and one bit more: as it is usually written, and in lower case.
const writtenNames = [];
for (let i = 0; i < lowerNames.length; i++) {
  writtenNames[2 * i] = native.knownNames[i];
  writtenNames[2 * i + 1] = lowerNames[i];
}

// Lower-case forms of names that were seen, so that the same few strings are not made again and again.
let names = { __proto__: null };
let kept = 0;

function lowerCase(name) {
  const known = names[name];
  if (known !== undefined) return known;
  const lower = StringPrototypeToLowerCase(name);
  if (kept === KEPT_NAMES) {
    names = { __proto__: null };
    kept = 0;
  }
  kept++;
  names[name] = lower;
  return lower;
}

// `[name, value, name, value, …]` of a head; at most `max` pairs if that is not 0.
function rawHeadersOf(head, max) {
  const list = [];
  let count = 0;
  for (;;) {
    const mayHaveMore = native.split(head, count);
    const found = fields[COUNT];
    for (let i = 0; i < found; i++) {
      if (max > 0 && count === max) return list;
      const at = i * 4;
      const start = offsets[at];
      list[2 * count] = start >= KNOWN_NAME ? writtenNames[start - KNOWN_NAME] :
        StringPrototypeSlice(head, start, offsets[at + 1]);
      list[2 * count + 1] = StringPrototypeSlice(head, offsets[at + 2], offsets[at + 3]);
      count++;
    }
    if (!mayHaveMore) return list;
  }
}

// `headers` of a head, without the list.
function headersOfHead(head, max, joins) {
  const headers = {};
  if (head === '') return headers;
  let count = 0;
  for (;;) {
    const mayHaveMore = native.split(head, count);
    const found = fields[COUNT];
    for (let i = 0; i < found; i++) {
      if (max > 0 && count === max) return headers;
      count++;
      const at = i * 4;
      const start = offsets[at];
      const value = StringPrototypeSlice(head, offsets[at + 2], offsets[at + 3]);
      if (start < KNOWN_NAME) {
        addHeader(headers, StringPrototypeSlice(head, start, offsets[at + 1]), value, joins);
        continue;
      }
      const name = lowerNames[(start - KNOWN_NAME) >> 1];
      if (headers[name] === undefined && name !== 'set-cookie') headers[name] = value;
      else addHeader(headers, name, value, joins);
    }
    if (!mayHaveMore) return headers;
  }
}

// What is done with a header that comes twice.
const FIRST = 0;
const LIST = 1;
const COMMA = 2;
const SEMICOLON = 3;

const rules = { '__proto__': null, 'set-cookie': LIST, 'cookie': SEMICOLON };
ArrayPrototypeForEach([
  'age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host', 'if-modified-since',
  'if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'referer', 'retry-after',
  'server', 'user-agent',
], (name) => { rules[name] = FIRST; });

function addHeader(headers, field, value, joins) {
  const lower = lowerCase(field);
  const present = ObjectHasOwn(headers, lower) ? headers[lower] : undefined;
  const rule = rules[lower];
  if (rule === LIST) {
    if (present === undefined) headers[lower] = [value];
    else ArrayPrototypePush(present, value);
  } else if (present === undefined) {
    headers[lower] = value;
  } else if (rule === SEMICOLON) {
    headers[lower] = present + '; ' + value;
  } else if (rule === undefined || joins) {
    headers[lower] = present + ', ' + value;
  }
}

function addDistinct(headers, field, value) {
  const lower = lowerCase(field);
  if (headers[lower] === undefined) headers[lower] = [value];
  else ArrayPrototypePush(headers[lower], value);
}

function headersOf(raw, joins) {
  const headers = {};
  for (let i = 0; i < raw.length; i += 2) addHeader(headers, raw[i], raw[i + 1], joins);
  return headers;
}

function distinctOf(raw) {
  const headers = { __proto__: null };
  for (let i = 0; i < raw.length; i += 2) addDistinct(headers, raw[i], raw[i + 1]);
  return headers;
}

module.exports = { addDistinct, addHeader, distinctOf, headersOf, headersOfHead, lowerCase, rawHeadersOf };
