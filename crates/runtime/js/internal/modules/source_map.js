// Source maps as node:module has them: whether stacks follow them, and the class that reads one.
'use strict';

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeSort, Error, JSONParse, MathFloor, ObjectFreeze, SafeMap, StringPrototypeCharCodeAt,
  StringPrototypeIndexOf, StringPrototypeSplit, StringPrototypeStartsWith,
} = primordials;
const { validateBoolean, validateObject } = require('internal/validators');

let settings;

// Stacks of TypeScript are true without maps; other maps are not followed, and asking for it is remembered only.
function support() {
  if (settings === undefined) {
    const enabled = internalBinding('process').facts.execArgv.includes('--enable-source-maps');
    settings = ObjectFreeze({ __proto__: null, enabled, nodeModules: enabled, generatedCode: enabled });
  }
  return settings;
}

function setSupport(enabled, options = {}) {
  validateBoolean(enabled, 'enabled');
  validateObject(options, 'options');
  const { nodeModules = false, generatedCode = false } = options;
  validateBoolean(nodeModules, 'options.nodeModules');
  validateBoolean(generatedCode, 'options.generatedCode');
  settings = ObjectFreeze({ __proto__: null, enabled, nodeModules, generatedCode });
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new SafeMap();
for (let i = 0; i < ALPHABET.length; i++) values.set(StringPrototypeCharCodeAt(ALPHABET, i), i);

const CONTINUES = 32;
const DIGITS = 31;

// Reads numbers of variable length out of the text of `mappings`.
class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  get isAtEnd() { return this.at >= this.text.length; }

  peek() { return this.text[this.at]; }

  number() {
    let result = 0;
    let shift = 1;
    let digit;
    do {
      digit = values.get(StringPrototypeCharCodeAt(this.text, this.at++));
      if (digit === undefined) throw new Error('Invalid source map: not a base 64 digit');
      result += (digit & DIGITS) * shift;
      shift *= CONTINUES;
    } while ((digit & CONTINUES) !== 0);
    const isNegative = result % 2 === 1;
    result = MathFloor(result / 2);
    return isNegative ? -result : result;
  }
}

class SourceMap {
  #payload;
  #lineLengths;
  // [line, column, source, original line, original column, name], by place.
  #mappings = [];

  constructor(payload, options = {}) {
    validateObject(payload, 'payload');
    validateObject(options, 'options');
    const { lineLengths } = options;
    this.#payload = clonePayload(payload);
    this.#lineLengths = lineLengths === undefined ? undefined : copy(lineLengths);
    if (payload.sections) {
      for (let i = 0; i < payload.sections.length; i++) {
        const { map, offset } = payload.sections[i];
        this.#read(map, offset.line, offset.column);
      }
    } else {
      this.#read(payload, 0, 0);
    }
    ArrayPrototypeSort(this.#mappings, (a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  #read(map, firstLine, firstColumn) {
    const { mappings, sources = [], names = [] } = map;
    const lines = StringPrototypeSplit(`${mappings}`, ';');
    let source = 0;
    let originalLine = 0;
    let originalColumn = 0;
    let name = 0;
    for (let i = 0; i < lines.length; i++) {
      let column = i === 0 ? firstColumn : 0;
      const reader = new Reader(lines[i]);
      while (!reader.isAtEnd) {
        if (reader.peek() === ',') {
          reader.at++;
          continue;
        }
        column += reader.number();
        if (reader.isAtEnd || reader.peek() === ',') {
          ArrayPrototypePush(this.#mappings, [firstLine + i, column]);
          continue;
        }
        source += reader.number();
        originalLine += reader.number();
        originalColumn += reader.number();
        let named;
        if (!reader.isAtEnd && reader.peek() !== ',') {
          name += reader.number();
          named = names[name];
        }
        ArrayPrototypePush(this.#mappings, [firstLine + i, column, sources[source], originalLine, originalColumn, named]);
      }
    }
  }

  get payload() { return clonePayload(this.#payload); }

  get lineLengths() { return this.#lineLengths === undefined ? undefined : copy(this.#lineLengths); }

  // What stands at a place of the text that was made, both counted from 0.
  findEntry(lineOffset, columnOffset) {
    let first = 0;
    let count = this.#mappings.length;
    while (count > 1) {
      const step = count >> 1;
      const middle = this.#mappings[first + step];
      if (lineOffset < middle[0] || (lineOffset === middle[0] && columnOffset < middle[1])) {
        count = step;
      } else {
        first += step;
        count -= step;
      }
    }
    const entry = this.#mappings[first];
    if (entry === undefined) return {};
    if (first === 0 && (lineOffset < entry[0] || (lineOffset === entry[0] && columnOffset < entry[1]))) return {};
    return {
      generatedLine: entry[0],
      generatedColumn: entry[1],
      originalSource: entry[2],
      originalLine: entry[3],
      originalColumn: entry[4],
      name: entry[5],
    };
  }

  // The same for a place as stacks have it, counted from 1.
  findOrigin(lineNumber, columnNumber) {
    const { name, originalSource, originalLine, originalColumn, generatedLine, generatedColumn } = this.findEntry(lineNumber - 1, columnNumber - 1);
    if (originalSource === undefined || originalLine === undefined || originalColumn === undefined) return {};
    return {
      name,
      fileName: originalSource,
      lineNumber: originalLine + lineNumber - generatedLine,
      columnNumber: originalColumn + columnNumber - generatedColumn,
    };
  }
}

function copy(list) {
  if (!ArrayIsArray(list)) return list;
  const copied = [];
  for (let i = 0; i < list.length; i++) ArrayPrototypePush(copied, list[i]);
  return copied;
}

function clonePayload(payload) {
  const cloned = { ...payload };
  for (const key in cloned) cloned[key] = copy(cloned[key]);
  return cloned;
}

// The maps of files that were loaded while maps were asked for.
const MARK = 'sourceMappingURL=';

function findSourceMap(path) {
  if (!support().enabled) return undefined;
  const fs = require('fs');
  const { isFileUrl, urlToPath } = require('internal/modules/file_url');
  const filename = isFileUrl(`${path}`) ? urlToPath(`${path}`) : `${path}`;
  let text;
  try {
    text = fs.readFileSync(filename, 'utf8');
  } catch {
    return undefined;
  }
  const at = text.lastIndexOf(MARK);
  if (at === -1) return undefined;
  const end = StringPrototypeIndexOf(text, '\n', at);
  const url = (end === -1 ? text.slice(at + MARK.length) : text.slice(at + MARK.length, end)).trim();
  const lengths = [];
  const lines = StringPrototypeSplit(text, '\n');
  for (let i = 0; i < lines.length; i++) ArrayPrototypePush(lengths, lines[i].length);
  try {
    return new SourceMap(readMap(url, filename), { lineLengths: lengths });
  } catch {
    return undefined;
  }
}

function readMap(url, filename) {
  if (StringPrototypeStartsWith(url, 'data:')) {
    const { parseDataUrl } = require('internal/url/data_url');
    const bytes = parseDataUrl(url).bytes();
    return JSONParse(bytes.utf8Slice(0, bytes.length));
  }
  const { dirname, resolve } = require('path');
  return JSONParse(require('fs').readFileSync(resolve(dirname(filename), decodeURI(url)), 'utf8'));
}

module.exports = { SourceMap, findSourceMap, setSupport, support };
