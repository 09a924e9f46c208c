'use strict';

// Whether text is an IP address, by the grammars of RFC 791 and RFC 4291.

const { RegExp, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit } = primordials;

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const ZONE = /^[0-9a-zA-Z\-.:]+$/;
const GROUP = /^[0-9a-fA-F]{1,4}$/;

function isIPv4(input) {
  return RegExpPrototypeExec(IPV4, `${input}`) !== null;
}

// How many 16-bit groups a list of them has, or -1; the last may be an IPv4 address, which counts two.
function groupsOf(text, mayEndInIPv4) {
  if (text === '') return 0;
  const parts = StringPrototypeSplit(text, ':');
  for (let i = 0; i < parts.length; i++) {
    if (mayEndInIPv4 && i === parts.length - 1 && isIPv4(parts[i])) return parts.length + 1;
    if (RegExpPrototypeExec(GROUP, parts[i]) === null) return -1;
  }
  return parts.length;
}

function isIPv6(input) {
  let text = `${input}`;
  const percent = StringPrototypeIndexOf(text, '%');
  if (percent !== -1) {
    if (RegExpPrototypeExec(ZONE, StringPrototypeSlice(text, percent + 1)) === null) return false;
    text = StringPrototypeSlice(text, 0, percent);
  }
  const gap = StringPrototypeIndexOf(text, '::');
  if (gap === -1) return groupsOf(text, true) === 8;
  const before = groupsOf(StringPrototypeSlice(text, 0, gap), false);
  const after = groupsOf(StringPrototypeSlice(text, gap + 2), true);
  return before !== -1 && after !== -1 && before + after < 8;
}

function isIP(input) {
  if (isIPv4(input)) return 4;
  return isIPv6(input) ? 6 : 0;
}

module.exports = { isIP, isIPv4, isIPv6 };
