// What transformed code calls: the functions behind `import()`, reads of `stack`, `using`, and the async context
// that `await` leaves and comes back to.
//
// The transform names them with names that do not occur in the source and passes them in as parameters; a
// module that needs none of them gets none.
'use strict';

const { Error, FunctionPrototype, FunctionPrototypeToString, ObjectDefineProperty, StringPrototypeIncludes, Symbol } = primordials;
const { USES_CONTEXT, USES_IMPORT, USES_STACK_KEY } = internalBinding('modules');
const { observedPromises } = internalBinding('options');
const context = observedPromises
  ? require('internal/causes/promises').context
  : require('internal/async_hooks/context');

// A function shows the text that its author wrote. The names that a transform puts into one all begin with this.
const MARK = '$$r';

const { toString } = {
  toString() {
    if (this === toString) return 'function toString() { [native code] }';
    const text = FunctionPrototypeToString(this);
    return StringPrototypeIncludes(text, MARK) ? internalBinding('errors').originalText(text) : text;
  },
};
ObjectDefineProperty(FunctionPrototype, 'toString', {
  __proto__: null, value: toString, writable: true, enumerable: false, configurable: true,
});

// What `stack` is to be read of, in Node's form.
function readStack(value) {
  return typeof value === 'object' && value !== null ? require('internal/errors/stack').normalizeStack(value) : value;
}

const kReadStack = Symbol('readStack');
let hasStackKey = false;

// The key that a pattern with `stack` reads first. It exists from the first such pattern on.
function stackKey() {
  if (!hasStackKey) {
    hasStackKey = true;
    ObjectDefineProperty(Error.prototype, kReadStack, {
      __proto__: null,
      configurable: true,
      enumerable: false,
      get() {
        readStack(this);
        return undefined;
      },
    });
  }
  return kReadStack;
}

// The resources of one block with `using` declarations.
function makeResources() {
  return require('internal/modules/disposal').makeResources();
}

// `import()` of one module. `base` is the URL that relative specifiers start from.
function importFunction(base) {
  const importModule = (specifier, options) => require('internal/modules/esm').importDynamically(specifier, base, options);
  // Texts in the module that become code and may import.
  importModule.code = (text) => require('internal/modules/dynamic_code').prepareCode(importModule, text);
  importModule.body = (text) => require('internal/modules/dynamic_code').prepareBody(importModule, text);
  return importModule;
}

// The async context, for a source that awaits. Errors that are made there say who awaits what made them.
function awaitingContext() {
  require('internal/errors/waiters').watch();
  return context;
}

// The wrapper of a CommonJS module, given what the transform needs. `baseOf` makes the URL of the module.
function bindHost(outer, uses, baseOf) {
  return outer(
    (uses & USES_IMPORT) !== 0 ? importFunction(baseOf()) : undefined,
    readStack,
    (uses & USES_STACK_KEY) !== 0 ? stackKey() : undefined,
    makeResources,
    (uses & USES_CONTEXT) !== 0 ? awaitingContext() : undefined,
  );
}

module.exports = { awaitingContext, bindHost, importFunction, readStack, stackKey, makeResources };
