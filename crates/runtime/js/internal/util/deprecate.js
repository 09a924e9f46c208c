// `util.deprecate`: a function that warns once and then does what it always did.
'use strict';

const {
  ObjectDefineProperty,
  ObjectSetPrototypeOf,
  ReflectApply,
  ReflectConstruct,
  SafeSet,
} = primordials;

const warned = new SafeSet();

/** `modifyPrototype` off leaves the wrapper a plain function. */
function deprecate(fn, message, code, { modifyPrototype = true } = {}) {
  if (code !== undefined) require('internal/validators').validateString(code, 'code');

  let isWarned = false;
  function deprecated(...args) {
    if (process.noDeprecation !== true && !isWarned) {
      isWarned = true;
      warnOnce(deprecated, message, code);
    }
    return new.target ? ReflectConstruct(fn, args, new.target) : ReflectApply(fn, this, args);
  }

  if (modifyPrototype) {
    // The wrapper stands for the function also where it is a class: statics are inherited, instances recognised.
    ObjectSetPrototypeOf(deprecated, fn);
    if (fn.prototype) deprecated.prototype = fn.prototype;
  }
  ObjectDefineProperty(deprecated, 'length', { __proto__: null, value: fn.length, configurable: true });
  return deprecated;
}

// Several functions may share a code: it is told once.
function warnOnce(deprecated, message, code) {
  if (code === undefined) {
    process.emitWarning(message, 'DeprecationWarning', undefined, deprecated);
    return;
  }
  if (warned.has(code)) return;
  warned.add(code);
  process.emitWarning(message, 'DeprecationWarning', code, deprecated);
}

module.exports = { deprecate };
