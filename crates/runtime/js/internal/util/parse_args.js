// `util.parseArgs`: command line arguments to options and positionals.
//
// First the arguments become tokens, whatever the options are called; then the tokens are checked
// against the options, and stored.
'use strict';

const {
  ArrayPrototypePush,
  ArrayPrototypeShift,
  ArrayPrototypeSlice,
  ArrayPrototypeUnshift,
  ObjectEntries,
  ObjectHasOwn,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;

function parseArgs(config = {}) {
  const {
    validateArray, validateBoolean, validateObject,
  } = require('internal/validators');
  const own = (key, fallback) => (config !== null && typeof config === 'object' && ObjectHasOwn(config, key) && config[key] !== undefined ?
    config[key] : fallback);
  const args = own('args', programArguments());
  const strict = own('strict', true);
  const settings = {
    strict,
    allowPositionals: own('allowPositionals', !strict),
    allowNegative: own('allowNegative', false),
    options: own('options', { __proto__: null }),
  };
  const withTokens = own('tokens', false);
  validateArray(args, 'args');
  validateBoolean(strict, 'strict');
  validateBoolean(settings.allowPositionals, 'allowPositionals');
  validateBoolean(withTokens, 'tokens');
  validateBoolean(settings.allowNegative, 'allowNegative');
  validateObject(settings.options, 'options');
  validateOptions(settings.options);

  const tokens = tokenize(args, settings.options);
  const result = { values: { __proto__: null }, positionals: [] };
  if (withTokens) result.tokens = tokens;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token.kind === 'option') {
      const negated = negatedName(token, settings);
      if (negated !== undefined) token.name = negated;
      if (strict) {
        checkOption(token, settings);
        checkAmbiguity(token, settings);
      }
      store(result.values, token, negated === undefined ? token.value ?? true : false, settings.options);
    } else if (token.kind === 'positional') {
      if (!settings.allowPositionals) {
        const { codes: { ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL } } = require('internal/errors');
        throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(token.value);
      }
      ArrayPrototypePush(result.positionals, token.value);
    }
  }
  fillDefaults(result.values, settings.options);
  return result;
}

// What follows the program's file, or the program itself when it is on the command line.
function programArguments() {
  const { argv, execArgv } = process;
  const isEvaluated = primordials.ArrayPrototypeSome(
    execArgv, (flag) => flag === '-e' || flag === '--eval' || flag === '-p' || flag === '--print');
  return ArrayPrototypeSlice(argv, isEvaluated ? 1 : 2);
}

function validateOptions(options) {
  const {
    validateBoolean, validateBooleanArray, validateObject, validateString, validateStringArray, validateUnion,
  } = require('internal/validators');
  const entries = ObjectEntries(options);
  for (let i = 0; i < entries.length; i++) {
    const { 0: name, 1: option } = entries[i];
    const path = `options.${name}`;
    validateObject(option, path);
    const type = ownOf(option, 'type');
    validateUnion(type, `${path}.type`, ['string', 'boolean']);
    if (ObjectHasOwn(option, 'short')) {
      validateString(option.short, `${path}.short`);
      if (option.short.length !== 1) {
        const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
        throw new ERR_INVALID_ARG_VALUE(`${path}.short`, option.short, 'must be a single character');
      }
    }
    const multiple = ownOf(option, 'multiple');
    if (ObjectHasOwn(option, 'multiple')) validateBoolean(multiple, `${path}.multiple`);
    const fallback = ownOf(option, 'default');
    if (fallback === undefined) continue;
    if (type === 'string') (multiple ? validateStringArray : validateString)(fallback, `${path}.default`);
    else (multiple ? validateBooleanArray : validateBoolean)(fallback, `${path}.default`);
  }
}

function ownOf(object, key) {
  return object !== undefined && ObjectHasOwn(object, key) ? object[key] : undefined;
}

function takesValue(options, name) {
  return ownOf(ownOf(options, name), 'type') === 'string';
}

// The long name of a short option; unknown ones stand for themselves.
function longName(options, short) {
  const entries = ObjectEntries(options);
  for (let i = 0; i < entries.length; i++) {
    if (ownOf(entries[i][1], 'short') === short) return entries[i][0];
  }
  return short;
}

function tokenize(args, options) {
  const tokens = [];
  const left = ArrayPrototypeSlice(args);
  let index = -1;
  // Arguments that a group of short options was split into keep the group's index.
  let grouped = 0;
  while (left.length > 0) {
    const argument = ArrayPrototypeShift(left);
    if (grouped > 0) grouped--;
    else index++;

    if (argument === '--') {
      ArrayPrototypePush(tokens, { kind: 'option-terminator', index });
      for (let i = 0; i < left.length; i++) ArrayPrototypePush(tokens, { kind: 'positional', index: ++index, value: left[i] });
      break;
    }
    const isDashed = typeof argument === 'string' && argument.length > 1 && argument[0] === '-';
    if (!isDashed) {
      ArrayPrototypePush(tokens, { kind: 'positional', index, value: argument });
    } else if (argument[1] !== '-') {
      const name = longName(options, argument[1]);
      if (argument.length === 2) {
        index = pushOption(tokens, options, left, index, name, argument);
      } else if (takesValue(options, name)) {
        ArrayPrototypePush(tokens, {
          kind: 'option', name, rawName: `-${argument[1]}`, index, value: StringPrototypeSlice(argument, 2), inlineValue: true,
        });
      } else {
        grouped += splitGroup(argument, options, left);
      }
    } else {
      const equals = argument.length > 3 ? StringPrototypeIndexOf(argument, '=', 3) : -1;
      if (equals === -1) {
        index = pushOption(tokens, options, left, index, StringPrototypeSlice(argument, 2), argument);
      } else {
        const rawName = StringPrototypeSlice(argument, 0, equals);
        ArrayPrototypePush(tokens, {
          kind: 'option', name: StringPrototypeSlice(rawName, 2), rawName, index,
          value: StringPrototypeSlice(argument, equals + 1), inlineValue: true,
        });
      }
    }
  }
  return tokens;
}

// An option without an inline value: it takes the next argument if it wants one.
function pushOption(tokens, options, left, index, name, rawName) {
  const hasValue = takesValue(options, name) && left.length > 0;
  ArrayPrototypePush(tokens, {
    kind: 'option', name, rawName, index,
    value: hasValue ? ArrayPrototypeShift(left) : undefined,
    inlineValue: hasValue ? false : undefined,
  });
  return hasValue ? index + 1 : index;
}

// "-abc" is put back as "-a", "-b", "-c"; from an option that takes a value on, as one argument.
function splitGroup(argument, options, left) {
  const expanded = [];
  for (let i = 1; i < argument.length; i++) {
    const short = argument[i];
    if (takesValue(options, longName(options, short)) && i !== argument.length - 1) {
      ArrayPrototypePush(expanded, `-${StringPrototypeSlice(argument, i)}`);
      break;
    }
    ArrayPrototypePush(expanded, `-${short}`);
  }
  for (let i = expanded.length - 1; i >= 0; i--) ArrayPrototypeUnshift(left, expanded[i]);
  return expanded.length;
}

// "--no-color" where that turns the option "color" off: its name. Without checks any option can be turned off.
function negatedName(token, { allowNegative, options, strict }) {
  if (!allowNegative || !StringPrototypeStartsWith(token.name, 'no-')) return undefined;
  const name = StringPrototypeSlice(token.name, 3);
  const isOff = strict ? ownOf(ownOf(options, name), 'type') === 'boolean' : token.value === undefined;
  return isOff ? name : undefined;
}

function checkOption(token, { options, allowPositionals }) {
  const { codes: { ERR_PARSE_ARGS_INVALID_OPTION_VALUE, ERR_PARSE_ARGS_UNKNOWN_OPTION } } = require('internal/errors');
  const option = ownOf(options, token.name);
  if (option === undefined) throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(token.rawName, allowPositionals);
  const short = ownOf(option, 'short');
  const label = `${short === undefined ? '' : `-${short}, `}--${token.name}`;
  const type = ownOf(option, 'type');
  if (type === 'string' && typeof token.value !== 'string') {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${label} <value>' argument missing`);
  }
  if (type === 'boolean' && token.value !== undefined) {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${label}' does not take an argument`);
  }
}

// "--out -v": was the value forgotten, or does it start with a dash?
function checkAmbiguity(token) {
  const { value, inlineValue, rawName, name } = token;
  if (inlineValue !== false || typeof value !== 'string' || value.length < 2 || value[0] !== '-') return;
  const { codes: { ERR_PARSE_ARGS_INVALID_OPTION_VALUE } } = require('internal/errors');
  const example = StringPrototypeStartsWith(rawName, '--') ? `'${rawName}=-XYZ'` : `'--${name}=-XYZ' or '${rawName}-XYZ'`;
  throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${rawName}' argument is ambiguous.
Did you forget to specify the option argument for '${rawName}'?
To specify an option argument starting with a dash use ${example}.`);
}

function store(values, { name }, value, options) {
  if (name === '__proto__') return;
  if (ownOf(ownOf(options, name), 'multiple')) {
    values[name] ??= [];
    ArrayPrototypePush(values[name], value);
  } else {
    values[name] = value;
  }
}

function fillDefaults(values, options) {
  const entries = ObjectEntries(options);
  for (let i = 0; i < entries.length; i++) {
    const { 0: name, 1: option } = entries[i];
    const fallback = ownOf(option, 'default');
    if (fallback !== undefined && values[name] === undefined && name !== '__proto__') values[name] = fallback;
  }
}

module.exports = { parseArgs };
