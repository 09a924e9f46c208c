// Forms as bytes: `multipart/form-data`, written and read, and `application/x-www-form-urlencoded`, read.
'use strict';

const {
  ArrayPrototypePush, MathFloor, MathRandom, RegExpPrototypeExec, StringPrototypePadStart, StringPrototypeReplace, StringPrototypeSlice,
  StringPrototypeStartsWith, StringPrototypeToLowerCase, StringPrototypeTrim, TypeError,
} = primordials;

const { Buffer } = require('internal/buffer/buffer');
const { File, bytesOf, isBlob } = require('internal/buffer/blob');
const { FormData, entriesOf } = require('web/fetch/form_data');

// The bytes of a form, and the type that tells its boundary.
function encodeForm(form) {
  const boundary = `----formdata-undici-0${StringPrototypePadStart(`${MathFloor(MathRandom() * 1e11)}`, 11, '0')}`;
  const parts = [];
  const entries = entriesOf(form);
  for (let i = 0; i < entries.length; i++) {
    const { 0: name, 1: value } = entries[i];
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(withLineEnds(name))}"`;
    if (isBlob(value)) {
      const type = value.type || 'application/octet-stream';
      ArrayPrototypePush(parts, Buffer.from(`${head}; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`));
      ArrayPrototypePush(parts, bytesOf(value));
      ArrayPrototypePush(parts, Buffer.from('\r\n'));
    } else {
      ArrayPrototypePush(parts, Buffer.from(`${head}\r\n\r\n${withLineEnds(value)}\r\n`));
    }
  }
  ArrayPrototypePush(parts, Buffer.from(`--${boundary}--\r\n`));
  return { __proto__: null, bytes: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` };
}

function escapeName(text) {
  let escaped = StringPrototypeReplace(text, /\n/g, '%0A');
  escaped = StringPrototypeReplace(escaped, /\r/g, '%0D');
  return StringPrototypeReplace(escaped, /"/g, '%22');
}

function withLineEnds(text) {
  return StringPrototypeReplace(text, /\r\n|\r|\n/g, '\r\n');
}

// The form that bytes of a type stand for. A type that is none of a form's and bytes that are broken throw.
function decodeForm(bytes, type) {
  const essence = StringPrototypeToLowerCase(StringPrototypeTrim(RegExpPrototypeExec(/^[^;]*/, type ?? '')[0]));
  if (essence === 'multipart/form-data') return decodeMultipart(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), type);
  if (essence === 'application/x-www-form-urlencoded') return decodePairs(bytes);
  throw new TypeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
}

function decodePairs(bytes) {
  const { TextDecoder } = require('internal/encoding');
  const { parsePairs } = require('internal/url/form_encoding');
  const form = new FormData();
  const entries = entriesOf(form);
  // A mark at the beginning is part of the first name.
  const pairs = parsePairs(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  for (let i = 0; i < pairs.length; i += 2) ArrayPrototypePush(entries, [pairs[i], pairs[i + 1]]);
  return form;
}

function broken() {
  return new TypeError('Failed to parse body as FormData.');
}

function decodeMultipart(bytes, type) {
  const match = RegExpPrototypeExec(/;[\t ]*boundary=(?:"([^"]*)"|([^;]*))/i, type);
  const boundary = match === null ? '' : match[1] ?? StringPrototypeTrim(match[2]);
  if (boundary === '') throw broken();
  const form = new FormData();
  const entries = entriesOf(form);
  const mark = Buffer.from(`--${boundary}`);
  let at = bytes.indexOf(mark);
  if (at === -1) throw broken();
  while (true) {
    at += mark.length;
    if (bytes[at] === 0x2d && bytes[at + 1] === 0x2d) return form;
    if (bytes[at] !== 0x0d || bytes[at + 1] !== 0x0a) throw broken();
    at += 2;
    const headEnd = bytes.indexOf('\r\n\r\n', at - 2);
    if (headEnd === -1) throw broken();
    const { name, filename, contentType } = readHead(bytes.utf8Slice(at, headEnd));
    const from = headEnd + 4;
    const to = bytes.indexOf(Buffer.from(`\r\n--${boundary}`), from);
    if (to === -1) throw broken();
    const content = bytes.subarray(from, to);
    if (filename === undefined) {
      ArrayPrototypePush(entries, [name, new (require('internal/encoding').TextDecoder)().decode(content)]);
    } else {
      ArrayPrototypePush(entries, [name, new File([content], filename, { __proto__: null, type: contentType ?? 'text/plain' })]);
    }
    at = to + 2;
  }
}

function readHead(text) {
  let name;
  let filename;
  let contentType;
  let rest = text;
  while (rest !== '') {
    const { 0: whole, 1: key, 2: value } = RegExpPrototypeExec(/^([^:\r\n]*):[\t ]*([^\r\n]*)(?:\r\n)?/, rest) ?? [];
    if (whole === undefined) throw broken();
    rest = StringPrototypeSlice(rest, whole.length);
    const lower = StringPrototypeToLowerCase(key);
    if (lower === 'content-type') contentType = StringPrototypeTrim(value);
    if (lower !== 'content-disposition') continue;
    if (!StringPrototypeStartsWith(value, 'form-data')) throw broken();
    name = parameter(value, /[; ]name="((?:[^"\\]|\\.)*)"/);
    filename = parameter(value, /[; ]filename="((?:[^"\\]|\\.)*)"/);
  }
  if (name === undefined) throw broken();
  return { __proto__: null, name, filename, contentType };
}

function parameter(value, pattern) {
  const match = RegExpPrototypeExec(pattern, value);
  if (match === null) return undefined;
  let text = StringPrototypeReplace(match[1], /%0A/gi, '\n');
  text = StringPrototypeReplace(text, /%0D/gi, '\r');
  return StringPrototypeReplace(text, /%22/g, '"');
}

module.exports = { decodeForm, encodeForm };
