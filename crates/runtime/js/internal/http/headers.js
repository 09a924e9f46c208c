// Headers that came: a head as a string, taken apart when somebody looks.
//
// `rawHeaders` is the list of names and values as they were sent; `headers` and `headersDistinct` are made from it.
'use strict';

const {
  ArrayPrototypeForEach,
  ArrayPrototypePush,
  ObjectHasOwn,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
} = primordials;

const native = internalBinding('http');
const { fields, offsets } = native;

const COUNT = 7;
const KEPT_NAMES = 512;

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
      ArrayPrototypePush(list, StringPrototypeSlice(head, offsets[at], offsets[at + 1]),
                         StringPrototypeSlice(head, offsets[at + 2], offsets[at + 3]));
      count++;
    }
    if (!mayHaveMore) return list;
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

module.exports = { addDistinct, addHeader, distinctOf, headersOf, lowerCase, rawHeadersOf };
