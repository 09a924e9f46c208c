// The tokenizer of HTML: text in, tokens out, one at a time.
//
// It is pulled, so the parser can stop after any token and go on later; a script may insert text where it stands
// (document.write). Positions up to `limit` are read: a token that is not complete there is not given yet.
'use strict';

const {
  RegExpPrototypeExec, SafeMap, StringPrototypeCharCodeAt, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeStartsWith,
} = primordials;

const { decode } = require('web/dom/html/entities');
const { asciiLower } = require('web/dom/names');

const TAG_NAME = /[^\s/>]*/y;
const BETWEEN = /[\s/]*/y;
const ATTRIBUTE = /([^\s/>=][^\s/>=]*|=[^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)?))?/y;
const DOCTYPE = /^<!doctype\s*([^\s>]*)/i;
const RAW_END = /<\/([A-Za-z][^\s/>]*)(?=[\s/>])/g;

function isLetter(text, at) {
  const code = StringPrototypeCharCodeAt(text, at) | 32;
  return code >= 0x61 && code <= 0x7a;
}

function execAt(expression, text, at) {
  expression.lastIndex = at;
  return RegExpPrototypeExec(expression, text);
}

class Tokenizer {
  constructor(text) {
    this.text = text;
    this.position = 0;
    // The name of the element whose text is not markup, and whether references count in it.
    this.rawName = undefined;
    this.isRawDecoded = false;
  }

  // Text that is read when the position comes there.
  insert(text, at) {
    this.text = StringPrototypeSlice(this.text, 0, at) + text + StringPrototypeSlice(this.text, at);
  }

  // The line on which a position stands, counted from 1.
  lineOf(position) {
    let line = 1;
    for (let at = StringPrototypeIndexOf(this.text, '\n'); at !== -1 && at < position;) {
      line++;
      at = StringPrototypeIndexOf(this.text, '\n', at + 1);
    }
    return line;
  }

  startRaw(name, isDecoded) {
    this.rawName = name;
    this.isRawDecoded = isDecoded;
  }

  // The next token; undefined at the end, or at the limit when the token is not complete.
  next(limit = this.text.length) {
    if (this.position >= limit) return undefined;
    if (this.rawName !== undefined) return this.nextRaw(limit);
    const { text, position } = this;
    if (text[position] !== '<') return this.nextText(limit);
    if (isLetter(text, position + 1)) return this.nextTag(position + 1, 'start', limit);
    if (text[position + 1] === '/' && isLetter(text, position + 2)) return this.nextTag(position + 2, 'end', limit);
    if (text[position + 1] === '!' || text[position + 1] === '?' || text[position + 1] === '/') return this.nextDeclaration(limit);
    return this.nextText(limit);
  }

  nextText(limit) {
    const { text, position } = this;
    let end = position;
    do {
      end = StringPrototypeIndexOf(text, '<', end + 1);
      if (end === -1 || end > limit) end = limit;
    } while (end < limit && !isLetter(text, end + 1) && text[end + 1] !== '/' && text[end + 1] !== '!' && text[end + 1] !== '?');
    this.position = end;
    return { kind: 'text', data: decode(StringPrototypeSlice(text, position, end)) };
  }

  // Everything up to the end tag of the element, which is the token after it.
  nextRaw(limit) {
    const { text, position, rawName } = this;
    let end = -1;
    for (let match = execAt(RAW_END, text, position); match !== null; match = RegExpPrototypeExec(RAW_END, text)) {
      if (asciiLower(match[1]) !== rawName) continue;
      end = match.index;
      break;
    }
    if (end === -1 || end >= limit) {
      // The element is never closed, or its end is still to be written.
      if (limit < text.length) return undefined;
      end = text.length;
    }
    this.rawName = undefined;
    if (end === position) return this.next(limit);
    this.position = end;
    const data = StringPrototypeSlice(text, position, end);
    return { kind: 'text', data: this.isRawDecoded ? decode(data) : data, start: position };
  }

  nextTag(nameAt, kind, limit) {
    const { text } = this;
    const name = asciiLower(execAt(TAG_NAME, text, nameAt)[0]);
    const attributes = new SafeMap();
    let at = nameAt + name.length;
    let isSelfClosing = false;
    for (;;) {
      const gap = execAt(BETWEEN, text, at)[0];
      at += gap.length;
      if (at >= limit) {
        // A tag that never ends is no tag.
        if (limit === text.length) this.position = limit;
        return undefined;
      }
      isSelfClosing = gap[gap.length - 1] === '/';
      if (text[at] === '>') break;
      const match = execAt(ATTRIBUTE, text, at);
      at += match[0].length;
      const attribute = asciiLower(match[1]);
      const value = match[2] ?? match[3] ?? match[4] ?? '';
      if (!attributes.has(attribute)) attributes.set(attribute, decode(value));
      isSelfClosing = false;
    }
    this.position = at + 1;
    return { kind, name, attributes, isSelfClosing };
  }

  nextDeclaration(limit) {
    const { text, position } = this;
    if (StringPrototypeStartsWith(text, '<!--', position)) {
      let from = position + 4;
      if (text[from] === '>') return this.finish(from + 1, { kind: 'comment', data: '' });
      if (StringPrototypeStartsWith(text, '->', from)) return this.finish(from + 2, { kind: 'comment', data: '' });
      let end = StringPrototypeIndexOf(text, '-->', from);
      if (end === -1 && limit < text.length) return undefined;
      if (end === -1) end = text.length;
      from = StringPrototypeSlice(text, from, end);
      return this.finish(end + 3 > text.length ? text.length : end + 3, { kind: 'comment', data: from });
    }
    let end = StringPrototypeIndexOf(text, '>', position);
    if (end === -1 && limit < text.length) return undefined;
    if (end === -1) end = text.length;
    const whole = StringPrototypeSlice(text, position, end);
    const doctype = RegExpPrototypeExec(DOCTYPE, whole);
    if (doctype !== null) return this.finish(end + 1, { kind: 'doctype', name: asciiLower(doctype[1]) });
    // What looks like a declaration and is none becomes a comment.
    const start = text[position + 1] === '?' ? 1 : 2;
    return this.finish(end + 1, { kind: 'comment', data: StringPrototypeSlice(whole, start) });
  }

  finish(position, token) {
    this.position = position;
    return token;
  }
}

module.exports = { Tokenizer };
