// The components that a dictionary gives, with those that it takes over from its base:
// https://urlpattern.spec.whatwg.org/#urlpatterninit-processing
'use strict';

const {
  StringPrototypeEndsWith, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeStartsWith, TypeError,
} = primordials;

const canonical = require('web/url_pattern/canonical');
const { escapePattern } = require('web/url_pattern/component');

// In the order of an address, which is the one that a base is taken over in.
const COMPONENTS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];

// The components of a pattern, each still to be parsed. What is not given is undefined.
function readPattern(init) {
  const result = { __proto__: null };
  const base = init.baseURL === undefined ? undefined : readBase(init.baseURL);
  if (base !== undefined) inherit(result, init, base, escapePattern);
  for (let i = 0; i < COMPONENTS.length; i++) {
    const name = COMPONENTS[i];
    const value = init[name];
    if (value !== undefined) result[name] = name === 'pathname' ? joined(value, base, true) : bare(name, value);
  }
  return result;
}

// The components of what is matched, as an address has them. What is not given is empty.
function readInput(init) {
  const result = {
    __proto__: null, protocol: '', username: '', password: '', hostname: '', port: '', pathname: '', search: '', hash: '',
  };
  const base = init.baseURL === undefined ? undefined : readBase(init.baseURL);
  if (base !== undefined) inherit(result, init, base, (text) => text);
  for (let i = 0; i < COMPONENTS.length; i++) {
    const name = COMPONENTS[i];
    const value = init[name];
    if (value === undefined) continue;
    const { protocol } = result;
    if (name === 'pathname') {
      const isStandard = protocol === '' || protocol in canonical.SPECIAL_PORTS;
      const path = joined(value, base, false);
      result.pathname = isStandard ? canonical.pathname(path) : canonical.opaquePathname(path);
    } else {
      result[name] = canonical[name](bare(name, value), protocol);
    }
  }
  const values = [];
  for (let i = 0; i < COMPONENTS.length; i++) values[i] = result[COMPONENTS[i]];
  return values;
}

function readBase(text) {
  const values = canonical.readAddress(text, undefined);
  if (values === undefined) throw new TypeError('Invalid base URL');
  const base = { __proto__: null };
  for (let i = 0; i < COMPONENTS.length; i++) base[COMPONENTS[i]] = values[i];
  return base;
}

// A base gives what stands before the first component that is said, but never who someone is to a pattern.
function inherit(result, init, base, convert) {
  if (init.protocol !== undefined) return;
  result.protocol = convert(base.protocol);
  if (convert !== escapePattern && init.hostname === undefined && init.port === undefined && init.username === undefined) {
    result.username = base.username;
    if (init.password === undefined) result.password = base.password;
  }
  for (let i = 3; i < COMPONENTS.length && init[COMPONENTS[i]] === undefined; i++) {
    result[COMPONENTS[i]] = convert(base[COMPONENTS[i]]);
  }
}

// Without the mark that belongs to an address and not to the component.
function bare(name, value) {
  if (name === 'protocol') return StringPrototypeEndsWith(value, ':') ? StringPrototypeSlice(value, 0, -1) : value;
  const mark = name === 'search' ? '?' : '#';
  const hasMark = (name === 'search' || name === 'hash') && StringPrototypeStartsWith(value, mark);
  return hasMark ? StringPrototypeSlice(value, 1) : value;
}

// A relative path goes where the last segment of the base's was, unless that has no segments.
function joined(path, base, isPattern) {
  if (base === undefined || !StringPrototypeStartsWith(base.pathname, '/') || isAbsolute(path, isPattern)) return path;
  const folder = StringPrototypeSlice(base.pathname, 0, StringPrototypeLastIndexOf(base.pathname, '/') + 1);
  return `${isPattern ? escapePattern(folder) : folder}${path}`;
}

function isAbsolute(path, isPattern) {
  return StringPrototypeStartsWith(path, '/') ||
    (isPattern && (StringPrototypeStartsWith(path, '\\/') || StringPrototypeStartsWith(path, '{/')));
}

module.exports = { COMPONENTS, readInput, readPattern };
