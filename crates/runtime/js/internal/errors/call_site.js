// A frame of a stack as Error.prepareStackTrace receives it: V8's CallSite methods over what the engine
// tells. Receivers and function objects are not known; those methods answer undefined, as V8's do for
// strict-mode frames.
'use strict';

const { StringPrototypeSlice, StringPrototypeStartsWith } = primordials;

class CallSite {
  #frame;

  constructor(frame) {
    this.#frame = frame;
  }

  getThis() { return undefined; }
  getTypeName() { return this.#frame.typeName ?? null; }
  getFunction() { return undefined; }
  getFunctionName() {
    const { name } = this.#frame;
    if (isUnnamed(name)) return null;
    return StringPrototypeStartsWith(name, 'new ') ? StringPrototypeSlice(name, 4) : name;
  }
  getMethodName() { return this.#frame.typeName === undefined ? null : this.getFunctionName(); }
  getFileName() { return this.#frame.url ?? null; }
  getLineNumber() { return this.#frame.line || null; }
  getColumnNumber() { return this.#frame.column || null; }
  getEvalOrigin() { return undefined; }
  getScriptNameOrSourceURL() { return this.#frame.url ?? null; }
  getScriptHash() { return ''; }
  getEnclosingLineNumber() { return this.#frame.line || null; }
  getEnclosingColumnNumber() { return this.#frame.column || null; }
  getPosition() { return this.#frame.index ?? 0; }
  getPromiseIndex() { return this.#frame.index ?? null; }
  isToplevel() { return this.#frame.typeName === undefined; }
  isEval() { return this.#frame.name === 'eval code'; }
  isNative() { return this.#frame.url === undefined && this.#frame.index === undefined; }
  isConstructor() { return StringPrototypeStartsWith(this.#frame.name, 'new '); }
  isAsync() { return this.#frame.isAsync === true; }
  isPromiseAll() { return this.#frame.index !== undefined && this.#frame.name === 'all'; }

  toString() { return describe(this.#frame); }
}

// A frame as a line of a stack has it.
function describe({ name, typeName, url, line, column, index, isAsync }) {
  if (isUnnamed(name)) name = '';
  if (typeName !== undefined && !StringPrototypeStartsWith(name, typeName)) name = `${typeName}.${name || '<anonymous>'}`;
  const place = index !== undefined ? `index ${index}` :
    url === undefined ? '<anonymous>' : line === 0 ? url : `${url}:${line}:${column}`;
  const head = isAsync ? 'async ' : '';
  return name === '' ? `${head}${place}` : `${head}${name} (${place})`;
}

function isUnnamed(name) {
  return name === '' || name === 'global code' || name === 'module code' || name === 'eval code' || name === 'anonymous';
}

module.exports = { CallSite, describe };
