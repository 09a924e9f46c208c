// `util.inspect`: its options and the entry. The walk over the value is in internal/util/inspect/value.
'use strict';

const {
  ObjectAssign,
  ObjectDefineProperty,
  ObjectHasOwn,
  ObjectKeys,
  ObjectSeal,
  SymbolFor,
} = primordials;
const { colors, paint, plain, styles } = require('internal/util/inspect/colors');
const { formatValue } = require('internal/util/inspect/value');

const custom = SymbolFor('nodejs.util.inspect.custom');

const defaultOptions = ObjectSeal({
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10000,
  breakLength: 80,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
});
const optionNames = ObjectKeys(defaultOptions);

// The options and the state of one walk; internal/util/inspect/value says what the state means.
class Context {
  constructor() {
    this.showHidden = defaultOptions.showHidden;
    this.depth = defaultOptions.depth;
    this.colors = defaultOptions.colors;
    this.customInspect = defaultOptions.customInspect;
    this.showProxy = defaultOptions.showProxy;
    this.maxArrayLength = defaultOptions.maxArrayLength;
    this.maxStringLength = defaultOptions.maxStringLength;
    this.breakLength = defaultOptions.breakLength;
    this.compact = defaultOptions.compact;
    this.sorted = defaultOptions.sorted;
    this.getters = defaultOptions.getters;
    this.numericSeparator = defaultOptions.numericSeparator;
    this.stylize = plain;
    this.userOptions = undefined;
    this.seen = [];
    this.budget = [];
    this.indentation = 0;
    this.currentDepth = 0;
    this.circular = undefined;
    this.formatValue = formatValue;
    this.inspect = inspect;
  }

  take(options) {
    this.userOptions = options;
    const keys = ObjectKeys(options);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (ObjectHasOwn(defaultOptions, key) || key === 'stylize') this[key] = options[key];
    }
  }

  settle() {
    if (this.colors) this.stylize = paint;
    if (this.maxArrayLength === null) this.maxArrayLength = Infinity;
    if (this.maxStringLength === null) this.maxStringLength = Infinity;
  }

  /**
   * The options as a custom inspection function gets them. One from another realm, or reached through a
   * proxy, must not get hold of this realm's prototypes through them.
   */
  optionsFor(isForeign) {
    const options = { stylize: this.stylize };
    for (let i = 0; i < optionNames.length; i++) options[optionNames[i]] = this[optionNames[i]];
    ObjectAssign(options, this.userOptions);
    if (!isForeign) return options;
    const { stylize } = options;
    const foreign = { __proto__: null };
    const keys = ObjectKeys(options);
    for (let i = 0; i < keys.length; i++) {
      const value = options[keys[i]];
      if ((typeof value !== 'object' || value === null) && typeof value !== 'function') foreign[keys[i]] = value;
    }
    foreign.stylize = ObjectDefineProperty((text, kind) => `${stylize(`${text}`, kind)}`, '__proto__', {
      __proto__: null, value: null, configurable: true, writable: true,
    });
    return foreign;
  }
}

/** Text of any value, for people. `depth` and `colors` may follow `showHidden` as positional arguments. */
function inspect(value, options) {
  const ctx = new Context();
  if (arguments.length > 1) {
    if (arguments.length > 2) {
      if (arguments[2] !== undefined) ctx.depth = arguments[2];
      if (arguments.length > 3 && arguments[3] !== undefined) ctx.colors = arguments[3];
    }
    if (typeof options === 'boolean') ctx.showHidden = options;
    else if (options) ctx.take(options);
  }
  ctx.settle();
  return ctx.formatValue(ctx, value, 0);
}

inspect.custom = custom;
ObjectDefineProperty(inspect, 'defaultOptions', {
  __proto__: null,
  get() {
    return defaultOptions;
  },
  set(options) {
    require('internal/validators').validateObject(options, 'options');
    return ObjectAssign(defaultOptions, options);
  },
});
inspect.colors = colors;
inspect.styles = styles;

module.exports = {
  inspect,
  custom,
  get format() { return require('internal/util/format').format; },
  get formatWithOptions() { return require('internal/util/format').formatWithOptions; },
};
