'use strict';

// `punycode`: RFC 3492 with its parameters, and its use on domain names.

const {
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  MathFloor,
  RangeError,
  ReflectApply,
  StringFromCharCode,
  StringFromCodePoint,
  StringPrototypeCharCodeAt,
  StringPrototypeCodePointAt,
  StringPrototypeLastIndexOf,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
} = primordials;

process.emitWarning(
  'The `punycode` module is deprecated. Please use a userland alternative instead.',
  'DeprecationWarning', 'DEP0040');

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const MAX = 0x7fffffff;

const messages = {
  'overflow': 'Overflow: input needs wider integers to process',
  'not-basic': 'Illegal input >= 0x80 (not a basic code point)',
  'invalid-input': 'Invalid input',
};
const fail = (kind) => { throw new RangeError(messages[kind]); };

function ucs2decode(text) {
  const points = [];
  for (let i = 0; i < text.length; i++) {
    const point = StringPrototypeCodePointAt(text, i);
    if (point > 0xffff) i++;
    ArrayPrototypePush(points, point);
  }
  return points;
}

// A call takes only so many arguments.
const POINTS_PER_CALL = 4096;

function ucs2encode(points) {
  let text = '';
  for (let i = 0; i < points.length; i += POINTS_PER_CALL) {
    text += ReflectApply(StringFromCodePoint, undefined, ArrayPrototypeSlice(points, i, i + POINTS_PER_CALL));
  }
  return text;
}

// A list into which code points are put anywhere. It is kept in pieces, so that one more does not move all the others:
// a hostile name of 100 000 of them is decoded in the time of a few thousand.
class Sequence {
  length = 0;
  #pieces = [[]];

  insert(index, point) {
    let at = 0;
    for (; index > this.#pieces[at].length; at++) index -= this.#pieces[at].length;
    const piece = this.#pieces[at];
    ArrayPrototypeSplice(piece, index, 0, point);
    this.length++;
    if (piece.length <= POINTS_PER_PIECE) return;
    ArrayPrototypeSplice(this.#pieces, at + 1, 0, ArrayPrototypeSplice(piece, POINTS_PER_PIECE / 2));
  }

  toArray() {
    const points = [];
    for (let i = 0; i < this.#pieces.length; i++) {
      for (let j = 0; j < this.#pieces[i].length; j++) ArrayPrototypePush(points, this.#pieces[i][j]);
    }
    return points;
  }
}

const POINTS_PER_PIECE = 1024;

const digitOf = (value) => StringFromCharCode(value < 26 ? value + 97 : value + 22);

function valueOf(code) {
  if (code >= 48 && code < 58) return code - 22;
  if (code >= 65 && code < 91) return code - 65;
  if (code >= 97 && code < 123) return code - 97;
  return BASE;
}

function adapt(delta, count, isFirst) {
  let k = 0;
  delta = isFirst ? MathFloor(delta / DAMP) : delta >> 1;
  delta += MathFloor(delta / count);
  for (; delta > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) delta = MathFloor(delta / (BASE - T_MIN));
  return MathFloor(k + ((BASE - T_MIN + 1) * delta) / (delta + SKEW));
}

const threshold = (k, bias) => (k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias);

function decode(input) {
  const output = new Sequence();
  const delimiter = StringPrototypeLastIndexOf(input, '-');
  for (let i = 0; i < delimiter; i++) {
    const code = StringPrototypeCharCodeAt(input, i);
    if (code >= 0x80) fail('not-basic');
    output.insert(i, code);
  }
  let i = 0;
  let n = INITIAL_N;
  let bias = INITIAL_BIAS;
  for (let index = delimiter > 0 ? delimiter + 1 : 0; index < input.length;) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      if (index >= input.length) fail('invalid-input');
      const digit = valueOf(StringPrototypeCharCodeAt(input, index++));
      if (digit >= BASE) fail('invalid-input');
      if (digit > MathFloor((MAX - i) / weight)) fail('overflow');
      i += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      if (weight > MathFloor(MAX / (BASE - t))) fail('overflow');
      weight *= BASE - t;
    }
    const count = output.length + 1;
    bias = adapt(i - before, count, before === 0);
    if (MathFloor(i / count) > MAX - n) fail('overflow');
    n += MathFloor(i / count);
    i %= count;
    output.insert(i++, n);
  }
  return ucs2encode(output.toArray());
}

function encode(input) {
  const points = ucs2decode(input);
  let output = '';
  for (let i = 0; i < points.length; i++) {
    if (points[i] < 0x80) output += StringFromCodePoint(points[i]);
  }
  const basicLength = output.length;
  let handled = basicLength;
  if (basicLength > 0) output += '-';
  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  while (handled < points.length) {
    let next = MAX;
    for (let i = 0; i < points.length; i++) {
      if (points[i] >= n && points[i] < next) next = points[i];
    }
    if (next - n > MathFloor((MAX - delta) / (handled + 1))) fail('overflow');
    delta += (next - n) * (handled + 1);
    n = next;
    for (let i = 0; i < points.length; i++) {
      if (points[i] < n && ++delta > MAX) fail('overflow');
      if (points[i] !== n) continue;
      let q = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (q < t) break;
        output += digitOf(t + ((q - t) % (BASE - t)));
        q = MathFloor((q - t) / (BASE - t));
      }
      output += digitOf(q);
      bias = adapt(delta, handled + 1, handled === basicLength);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return output;
}

// Applies `change` to each label of a domain, leaving the local part of an e-mail address alone.
function mapLabels(domain, change) {
  const at = StringPrototypeLastIndexOf(domain, '@');
  const local = at === -1 ? '' : StringPrototypeSlice(domain, 0, at + 1);
  const labels = StringPrototypeSlice(domain, at + 1).replace(/[\x2E\u3002\uFF0E\uFF61]/g, '.').split('.');
  return local + labels.map(change).join('.');
}

function toUnicode(input) {
  return mapLabels(input, (label) => (/^xn--/.test(label) ?
    decode(StringPrototypeToLowerCase(StringPrototypeSlice(label, 4))) : label));
}

function toASCII(input) {
  return mapLabels(input, (label) => (/[^\0-\x7F]/.test(label) ? `xn--${encode(label)}` : label));
}

module.exports = {
  version: '2.1.0',
  ucs2: { decode: ucs2decode, encode: ucs2encode },
  decode,
  encode,
  toASCII,
  toUnicode,
};
