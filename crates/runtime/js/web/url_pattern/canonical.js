// Components as an address has them: https://urlpattern.spec.whatwg.org/#canon-encoding-callbacks
//
// Most are set on an address that is thrown away, so that the parser of URLs says what becomes of them.
'use strict';

const {
  RegExpPrototypeSymbolReplace, RegExpPrototypeTest, StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeToLowerCase,
  TypeError, encodeURIComponent,
} = primordials;

const { components: offsets, parse, update } = internalBinding('url');

const DUMMY = 'https://dummy.invalid/';

// The schemes that the standard of URLs knows, and the ports that they have when none is said.
const SPECIAL_PORTS = { __proto__: null, 'http': '80', 'https': '443', 'ws': '80', 'wss': '443', 'ftp': '21', 'file': '' };

// Where the native half writes the beginning and the end of each, in `js/bindings/url.d.ts`.
const USERNAME = 1;
const PASSWORD = 3;
const HOSTNAME = 5;
const PORT = 7;
const PATHNAME = 9;
const SEARCH = 11;
const HASH = 13;

const cut = (href, part) => StringPrototypeSlice(href, offsets[part], offsets[part + 1]);

// The components of an address in their order; undefined if it is none.
function readAddress(input, base) {
  const href = parse(input, base);
  if (href === undefined) return undefined;
  return [
    StringPrototypeSlice(href, 0, offsets[0]), cut(href, USERNAME), cut(href, PASSWORD), cut(href, HOSTNAME), cut(href, PORT),
    cut(href, PATHNAME), cut(href, SEARCH), cut(href, HASH),
  ];
}

function setOn(address, name, part, value) {
  const href = update(address, name, value);
  if (href === undefined) throw new TypeError(`Invalid ${name}`);
  return cut(href, part);
}

function protocol(value) {
  if (value === '') return value;
  const href = parse(`${value}://dummy.invalid/`, undefined);
  if (href === undefined) throw new TypeError('Invalid protocol');
  return StringPrototypeSlice(href, 0, offsets[0]);
}

const username = (value) => (value === '' ? value : setOn(DUMMY, 'username', USERNAME, value));
const password = (value) => (value === '' ? value : setOn(DUMMY, 'password', PASSWORD, value));
const hostname = (value) => (value === '' ? value : setOn(DUMMY, 'hostname', HOSTNAME, value));

function ipv6Hostname(value) {
  if (!RegExpPrototypeTest(/^[0-9A-Fa-f:[\]]*$/, value)) throw new TypeError('Invalid hostname');
  return StringPrototypeToLowerCase(value);
}

// The port that goes without saying is none.
function port(value, scheme = undefined) {
  if (value === '') return value;
  const known = scheme !== undefined && scheme !== '' && scheme !== 'file';
  return setOn(known ? `${scheme}://dummy.invalid/` : 'port://dummy.invalid/', 'port', PORT, value);
}

// Text inside a path need not begin with a slash, as a path does.
function pathname(value) {
  if (value === '') return value;
  if (StringPrototypeStartsWith(value, '/')) return setOn(DUMMY, 'pathname', PATHNAME, value);
  return StringPrototypeSlice(setOn(DUMMY, 'pathname', PATHNAME, `/-${value}`), 2);
}

function opaquePathname(value) {
  const path = RegExpPrototypeSymbolReplace(/[\t\n\r]|[?#].*$/gs, value, '');
  return RegExpPrototypeSymbolReplace(/[^ -~]/gu, path, encodeURIComponent);
}

// The setters take one mark off.
const search = (value) => (value === '' ? value : setOn(DUMMY, 'search', SEARCH, `?${value}`));
const hash = (value) => (value === '' ? value : setOn(DUMMY, 'hash', HASH, `#${value}`));

module.exports = {
  SPECIAL_PORTS, readAddress,
  protocol, username, password, hostname, ipv6Hostname, port, pathname, opaquePathname, search, hash,
};
