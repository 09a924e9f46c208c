// A component of a URLPattern: the regular expression of its parts, and the parts as the shortest pattern that means them.
// https://urlpattern.spec.whatwg.org/#component-internals
'use strict';

const {
  ArrayPrototypePush, RegExp, RegExpPrototypeExec, RegExpPrototypeSymbolReplace, StringPrototypeEndsWith,
} = primordials;

const {
  FIXED_TEXT, EXPRESSION, SEGMENT_WILDCARD, FULL_WILDCARD, FULL_WILDCARD_SOURCE, escapeExpression, parseParts, segmentWildcard,
} = require('web/url_pattern/parts');
const { SPECIAL_PORTS } = require('web/url_pattern/canonical');
const { isNameContinue } = require('web/url_pattern/tokenizer');

// Where segments end, and which character a group takes along.
const PLAIN = { __proto__: null, delimiter: '', prefix: '' };
const HOSTNAME = { __proto__: null, delimiter: '.', prefix: '' };
const PATHNAME = { __proto__: null, delimiter: '/', prefix: '/' };

const SENSITIVE = 'v';
const INSENSITIVE = 'vi';

const escapePattern = (text) => RegExpPrototypeSymbolReplace(/[+*?:{}()\\]/g, text, '\\$&');

function compile(input, shape, canonicalize, flags) {
  const parts = parseParts(input, shape, canonicalize);
  const names = [];
  let hasExpression = false;
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].type !== FIXED_TEXT) ArrayPrototypePush(names, parts[i].name);
    if (parts[i].type === EXPRESSION) hasExpression = true;
  }
  return {
    __proto__: null,
    pattern: patternOf(parts, shape),
    regExp: new RegExp(sourceOf(parts, shape), flags),
    names,
    hasExpression,
  };
}

// Whether a protocol may be one whose addresses have an authority and a path of segments.
function matchesSpecialScheme(protocol) {
  for (const scheme in SPECIAL_PORTS) {
    if (RegExpPrototypeExec(protocol.regExp, scheme) !== null) return true;
  }
  return false;
}

function sourceOf(parts, shape) {
  let source = '^';
  for (let i = 0; i < parts.length; i++) source += partSource(parts[i], shape);
  return `${source}$`;
}

function partSource(part, shape) {
  const { type, modifier } = part;
  if (type === FIXED_TEXT) {
    const text = escapeExpression(part.value);
    return modifier === '' ? text : `(?:${text})${modifier}`;
  }
  let matcher = part.value;
  if (type === SEGMENT_WILDCARD) matcher = segmentWildcard(shape);
  else if (type === FULL_WILDCARD) matcher = FULL_WILDCARD_SOURCE;
  const isRepeated = modifier === '*' || modifier === '+';
  if (part.prefix === '' && part.suffix === '') return isRepeated ? `((?:${matcher})${modifier})` : `(${matcher})${modifier}`;
  const prefix = escapeExpression(part.prefix);
  const suffix = escapeExpression(part.suffix);
  if (!isRepeated) return `(?:${prefix}(${matcher})${suffix})${modifier}`;
  // The group takes all that comes, with what stands between one time and the next.
  const source = `(?:${prefix}((?:${matcher})(?:${suffix}${prefix}(?:${matcher}))*)${suffix})`;
  return modifier === '*' ? `${source}?` : source;
}

function patternOf(parts, shape) {
  let pattern = '';
  for (let i = 0; i < parts.length; i++) pattern += partPattern(parts[i], parts[i - 1], parts[i + 1], shape);
  return pattern;
}

function partPattern(part, previous, next, shape) {
  const { type, name, prefix, suffix, modifier } = part;
  if (type === FIXED_TEXT) {
    const text = escapePattern(part.value);
    return modifier === '' ? text : `{${text}}${modifier}`;
  }
  const isNamed = !startsWithDigit(name);
  const isGrouped = needsBraces(part, previous, next, shape, isNamed);
  let pattern = escapePattern(prefix);
  if (isNamed) pattern += `:${name}`;
  if (type === EXPRESSION) {
    pattern += `(${part.value})`;
  } else if (type === FULL_WILDCARD) {
    // Elsewhere an asterisk would say how often the part before it comes.
    const isPlain = !isNamed && (
      previous === undefined || previous.type === FIXED_TEXT || previous.modifier !== '' || isGrouped || prefix !== '');
    pattern += isPlain ? '*' : `(${FULL_WILDCARD_SOURCE})`;
  } else if (!isNamed) {
    pattern += `(${segmentWildcard(shape)})`;
  } else if (suffix !== '' && isNameContinue(suffix)) {
    // Otherwise the suffix would be part of the name.
    pattern += '\\';
  }
  pattern += escapePattern(suffix);
  return `${isGrouped ? `{${pattern}}` : pattern}${modifier}`;
}

// Whether a part would be read as another one, or together with its neighbours, without braces around it.
function needsBraces(part, previous, next, shape, isNamed) {
  const { prefix, suffix } = part;
  if (suffix !== '' || (prefix !== '' && prefix !== shape.prefix)) return true;
  if (isNamed && part.type === SEGMENT_WILDCARD && part.modifier === '' &&
      next !== undefined && next.prefix === '' && next.suffix === '' &&
      (next.type === FIXED_TEXT ? isNameContinue(next.value) : startsWithDigit(next.name))) {
    return true;
  }
  return prefix === '' && shape.prefix !== '' && previous !== undefined && previous.type === FIXED_TEXT &&
    StringPrototypeEndsWith(previous.value, shape.prefix);
}

const startsWithDigit = (name) => name[0] >= '0' && name[0] <= '9';

module.exports = { PLAIN, HOSTNAME, PATHNAME, SENSITIVE, INSENSITIVE, compile, escapePattern, matchesSpecialScheme };
