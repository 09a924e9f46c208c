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
  getTypeName() { return null; }
  getFunction() { return undefined; }
  getFunctionName() {
    const { name } = this.#frame;
    if (name === '' || name === 'global code' || name === 'module code' || name === 'eval code') return null;
    return StringPrototypeStartsWith(name, 'new ') ? StringPrototypeSlice(name, 4) : name;
  }
  getMethodName() { return null; }
  getFileName() { return this.#frame.url ?? null; }
  getLineNumber() { return this.#frame.line || null; }
  getColumnNumber() { return this.#frame.column || null; }
  getEvalOrigin() { return undefined; }
  getScriptNameOrSourceURL() { return this.#frame.url ?? null; }
  getScriptHash() { return ''; }
  getEnclosingLineNumber() { return this.#frame.line || null; }
  getEnclosingColumnNumber() { return this.#frame.column || null; }
  getPosition() { return 0; }
  getPromiseIndex() { return null; }
  isToplevel() { return true; }
  isEval() { return this.#frame.name === 'eval code'; }
  isNative() { return this.#frame.url === undefined; }
  isConstructor() { return StringPrototypeStartsWith(this.#frame.name, 'new '); }
  isAsync() { return false; }
  isPromiseAll() { return false; }

  toString() {
    const { url, line, column } = this.#frame;
    const name = this.getFunctionName();
    const place = url === undefined ? '<anonymous>' : `${url}:${line}:${column}`;
    if (name === null) return place;
    return `${this.isConstructor() ? 'new ' : ''}${name} (${place})`;
  }
}

module.exports = CallSite;
