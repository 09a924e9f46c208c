// `util.styleText`: a text in colours, by the names of `util.inspect.colors` or as "#rrggbb".
'use strict';

const {
  ArrayIsArray,
  NumberParseInt,
  ObjectGetOwnPropertyNames,
  RegExpPrototypeExec,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
} = primordials;
const { colors } = require('internal/util/inspect/colors');

const hexColor = /^#(?:[0-9a-fA-F]{3}){1,2}$/;
// Bold and dim end with the same code, so an outer one is started again after an inner one's end.
const WEIGHT_END = 22;

function styleText(format, text, { validateStream = true, stream } = {}) {
  const { validateBoolean, validateString } = require('internal/validators');
  validateString(text, 'text');
  validateBoolean(validateStream, 'options.validateStream');
  const formats = ArrayIsArray(format) ? format : [format];
  const codes = [];
  for (let i = 0; i < formats.length; i++) codes[i] = codesOf(formats[i]);
  if (validateStream && !isColoured(stream)) return text;

  let opening = '';
  let closing = '';
  let body = text;
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] === undefined) continue;
    const { 0: start, 1: end } = codes[i];
    opening += `\u001b[${start}m`;
    closing = `\u001b[${end}m${closing}`;
    body = reopen(body, start, end);
  }
  return `${opening}${body}${closing}`;
}

// Where an inner text ends this style, it goes on.
function reopen(text, start, end) {
  const ending = `\u001b[${end}m`;
  const restart = end === WEIGHT_END ? `${ending}\u001b[${start}m` : `\u001b[${start}m`;
  return StringPrototypeReplaceAll(text, ending, restart);
}

// [start, end] of one format; undefined for none.
function codesOf(format) {
  if (format === 'none') return undefined;
  if (typeof format === 'string' && RegExpPrototypeExec(hexColor, format) !== null) return hexCodes(format);
  const codes = typeof format === 'string' ? colors[format] : undefined;
  if (codes !== undefined) return codes;
  require('internal/validators').validateOneOf(format, 'format', ObjectGetOwnPropertyNames(colors));
  return colors[format];
}

function hexCodes(format) {
  const isShort = format.length === 4;
  const channel = (index) => {
    const digits = isShort ? format[1 + index] + format[1 + index] : StringPrototypeSlice(format, 1 + index * 2, 3 + index * 2);
    return NumberParseInt(digits, 16);
  };
  return [`38;2;${channel(0)};${channel(1)};${channel(2)}`, 39];
}

function isColoured(stream) {
  if (stream === undefined) {
    stream = process.stdout;
  } else if (!isStream(stream)) {
    const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  return require('internal/util/colors').shouldColorize(stream);
}

function isStream(value) {
  return value !== null && typeof value === 'object' &&
    (typeof value.write === 'function' || typeof value.pipe === 'function' ||
     typeof value.getReader === 'function' || typeof value.getWriter === 'function');
}

module.exports = { styleText };
