// The grammar of a pattern: braces, and what one segment of a path may be.
'use strict';

const {
  ArrayPrototypePush,
  MathAbs,
  NumberParseInt,
  RegExpPrototypeExec,
  StringFromCharCode,
  StringPrototypeCharCodeAt,
  StringPrototypePadStart,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

// `{a,b}` and `{1..3}` as the texts they stand for, without braces.
function expandBraces(pattern) {
  const open = openingBrace(pattern);
  if (open === undefined) return [pattern];
  const { start, end, parts } = open;
  const before = StringPrototypeSlice(pattern, 0, start);
  const rests = expandBraces(StringPrototypeSlice(pattern, end + 1));
  const texts = [];
  for (let i = 0; i < parts.length; i++) {
    const inner = expandBraces(parts[i]);
    for (let k = 0; k < inner.length; k++) {
      for (let n = 0; n < rests.length; n++) ArrayPrototypePush(texts, before + inner[k] + rests[n]);
    }
  }
  return texts;
}

// The first pair of braces with more than one thing in it.
function openingBrace(pattern) {
  for (let start = pattern.indexOf('{'); start !== -1; start = pattern.indexOf('{', start + 1)) {
    let depth = 0;
    let partStart = start + 1;
    const parts = [];
    for (let i = start; i < pattern.length; i++) {
      if (pattern[i] === '{') {
        depth++;
      } else if (pattern[i] === ',' && depth === 1) {
        ArrayPrototypePush(parts, StringPrototypeSlice(pattern, partStart, i));
        partStart = i + 1;
      } else if (pattern[i] === '}' && --depth === 0) {
        const whole = StringPrototypeSlice(pattern, partStart, i);
        if (parts.length === 0) {
          const range = rangeOf(whole);
          if (range !== undefined) return { start, end: i, parts: range };
          break;
        }
        ArrayPrototypePush(parts, whole);
        return { start, end: i, parts };
      }
    }
  }
  return undefined;
}

function rangeOf(text) {
  const numbers = RegExpPrototypeExec(/^(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?$/, text);
  const letters = numbers ?? RegExpPrototypeExec(/^([a-zA-Z])\.\.([a-zA-Z])(?:\.\.(-?\d+))?$/, text);
  if (letters === null) return undefined;
  const valueOf = (end) => (numbers === null ? StringPrototypeCharCodeAt(end, 0) : NumberParseInt(end, 10));
  const first = valueOf(letters[1]);
  const last = valueOf(letters[2]);
  const step = MathAbs(NumberParseInt(letters[3] ?? '1', 10)) || 1;
  const isPadded = numbers !== null && (RegExpPrototypeExec(/^-?0\d/, letters[1]) ?? RegExpPrototypeExec(/^-?0\d/, letters[2])) !== null;
  const width = letters[1].length > letters[2].length ? letters[1].length : letters[2].length;
  const texts = [];
  const direction = first <= last ? step : -step;
  for (let value = first; direction > 0 ? value <= last : value >= last; value += direction) {
    const text = numbers === null ? StringFromCharCode(value) : `${value}`;
    ArrayPrototypePush(texts, isPadded ? StringPrototypePadStart(text, width, '0') : text);
  }
  return texts;
}

const posixClasses = {
  '__proto__': null,
  '[:alnum:]': '\\p{L}\\p{Nl}\\p{Nd}',
  '[:alpha:]': '\\p{L}\\p{Nl}',
  '[:ascii:]': '\\x00-\\x7f',
  '[:blank:]': '\\p{Zs}\\t',
  '[:cntrl:]': '\\p{Cc}',
  '[:digit:]': '\\p{Nd}',
  '[:lower:]': '\\p{Ll}',
  '[:punct:]': '\\p{P}',
  '[:space:]': '\\p{Z}\\t\\r\\n\\v\\f',
  '[:upper:]': '\\p{Lu}',
  '[:word:]': '\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}',
  '[:xdigit:]': 'A-Fa-f0-9',
};

const escaped = (character) => (RegExpPrototypeExec(/[\\^$.*+?()[\]{}|/]/, character) === null ? character : `\\${character}`);

// One segment as the source of a regular expression. What begins with a wildcard does not match a name with a dot in front.
function segmentSource(text) {
  const source = sourceOf(text);
  const first = text[0];
  const isGroup = text[1] === '(' && (first === '*' || first === '?');
  const needsGuard = ((first === '*' || first === '?' || first === '[') && !isGroup) || (first === '!' && text[1] === '(');
  // A star alone matches something.
  const something = text === '*' || RegExpPrototypeExec(/^\*+$/, text) !== null ? '(?=.)' : '';
  return `${needsGuard ? '(?!\\.)' : ''}${something}${source}`;
}

function sourceOf(text) {
  let source = '';
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (text[i + 1] === '(' && RegExpPrototypeExec(/[!?*+@]/, character) !== null) {
      const end = closingParenthesis(text, i + 1);
      if (end !== -1) {
        source += groupSource(character, StringPrototypeSlice(text, i + 2, end), StringPrototypeSlice(text, end + 1));
        i = end;
        continue;
      }
    }
    if (character === '[') {
      const found = classAt(text, i);
      if (found !== undefined) {
        source += found.source;
        i = found.end;
        continue;
      }
    }
    if (character === '*') source += '[^/]*?';
    else if (character === '?') source += '[^/]';
    else source += escaped(character);
  }
  return source;
}

function closingParenthesis(text, open) {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return -1;
}

function groupSource(kind, inside, rest) {
  const alternatives = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= inside.length; i++) {
    if (inside[i] === '(') depth++;
    else if (inside[i] === ')') depth--;
    else if ((inside[i] === '|' && depth === 0) || i === inside.length) {
      ArrayPrototypePush(alternatives, sourceOf(StringPrototypeSlice(inside, start, i)));
      start = i + 1;
    }
  }
  const any = alternatives.join('|');
  // What is not to be there is looked for together with all that follows.
  if (kind === '!') return `(?!(?:${any})${sourceOf(rest)}$)[^/]*?`;
  return `(?:${any})${kind === '@' ? '' : kind}`;
}

// A class of characters, or nothing if the bracket does not close.
function classAt(text, start) {
  let at = start + 1;
  const isNegated = text[at] === '!' || text[at] === '^';
  if (isNegated) at++;
  let inside = '';
  for (let isFirst = true; at < text.length; isFirst = false) {
    if (text[at] === ']' && !isFirst) return { end: at, source: `[${isNegated ? '^' : ''}${inside}]` };
    const name = posixNameAt(text, at);
    if (name !== undefined) {
      inside += posixClasses[name];
      at += name.length;
      continue;
    }
    inside += text[at] === '-' ? '-' : RegExpPrototypeExec(/[\\\][^&~|]/, text[at]) === null ? text[at] : `\\${text[at]}`;
    at++;
  }
  return undefined;
}

function posixNameAt(text, at) {
  if (text[at] !== '[' || text[at + 1] !== ':') return undefined;
  const rest = StringPrototypeSlice(text, at);
  for (const name in posixClasses) {
    if (StringPrototypeStartsWith(rest, name)) return name;
  }
  return undefined;
}

module.exports = { expandBraces, segmentSource };
