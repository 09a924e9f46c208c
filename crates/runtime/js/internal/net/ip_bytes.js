// IP addresses as bytes and back: sixteen of them, an IPv4 address in the form that IPv6 has for it (::ffff:a.b.c.d), so
// that addresses of both families can be compared.
'use strict';

const {
  NumberParseInt, NumberPrototypeToString, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit, Uint8Array,
} = primordials;

const { isIPv4, isIPv6 } = require('internal/ip_address');

// Undefined if `text` is no address of the family. The zone of an IPv6 address does not count.
function toBytes(text, family) {
  if (family === 'ipv4') return isIPv4(text) ? fromIPv4(text) : undefined;
  return isIPv6(text) ? fromIPv6(text) : undefined;
}

function fromIPv4(text) {
  const bytes = new Uint8Array(16);
  bytes[10] = 0xff;
  bytes[11] = 0xff;
  writeOctets(bytes, 12, text);
  return bytes;
}

function writeOctets(bytes, at, text) {
  const octets = StringPrototypeSplit(text, '.');
  for (let i = 0; i < 4; i++) bytes[at + i] = +octets[i];
}

function fromIPv6(text) {
  const percent = StringPrototypeIndexOf(text, '%');
  if (percent !== -1) text = StringPrototypeSlice(text, 0, percent);
  const bytes = new Uint8Array(16);
  const gap = StringPrototypeIndexOf(text, '::');
  if (gap === -1) {
    writeGroups(bytes, 0, text);
    return bytes;
  }
  writeGroups(bytes, 0, StringPrototypeSlice(text, 0, gap));
  const after = new Uint8Array(16);
  const length = writeGroups(after, 0, StringPrototypeSlice(text, gap + 2));
  for (let i = 0; i < length; i++) bytes[16 - length + i] = after[i];
  return bytes;
}

// How many bytes the groups of `text` are.
function writeGroups(bytes, at, text) {
  if (text === '') return 0;
  const groups = StringPrototypeSplit(text, ':');
  for (let i = 0; i < groups.length; i++) {
    if (StringPrototypeIndexOf(groups[i], '.') !== -1) {
      writeOctets(bytes, at, groups[i]);
      return at + 4;
    }
    const value = NumberParseInt(groups[i], 16);
    bytes[at++] = value >> 8;
    bytes[at++] = value & 0xff;
  }
  return at;
}

function toText(bytes, family) {
  return family === 'ipv4' ? octetsOf(bytes) : groupsOf(bytes);
}

function octetsOf(bytes) {
  return `${bytes[12]}.${bytes[13]}.${bytes[14]}.${bytes[15]}`;
}

// The longest run of zeros is left out; what holds an IPv4 address ends in one, as inet_ntop(3) has it.
function groupsOf(bytes) {
  const { start, length } = longestZeros(bytes);
  const endsInIPv4 = start === 0 && (length === 6 || (length === 5 && groupAt(bytes, 5) === 0xffff));
  let text = '';
  for (let i = 0; i < 8; i++) {
    if (i >= start && i < start + length) {
      if (i === start) text += ':';
      continue;
    }
    if (i > 0) text += ':';
    if (i === 6 && endsInIPv4) return text + octetsOf(bytes);
    text += NumberPrototypeToString(groupAt(bytes, i), 16);
  }
  return length > 0 && start + length === 8 ? `${text}:` : text;
}

function groupAt(bytes, index) {
  return (bytes[2 * index] << 8) | bytes[2 * index + 1];
}

// A single group of zeros is written.
function longestZeros(bytes) {
  let best = { start: 8, length: 1 };
  for (let i = 0; i < 8; i++) {
    let end = i;
    while (end < 8 && groupAt(bytes, end) === 0) end++;
    if (end - i > best.length) best = { start: i, length: end - i };
    if (end > i) i = end;
  }
  return best.length > 1 ? best : { start: 8, length: 0 };
}

// Whether the address is IPv4's, whatever form it was written in.
function isMapped(bytes) {
  for (let i = 0; i < 10; i++) {
    if (bytes[i] !== 0) return false;
  }
  return bytes[10] === 0xff && bytes[11] === 0xff;
}

// Negative, 0 or positive.
function compare(one, other) {
  for (let i = 0; i < 16; i++) {
    if (one[i] !== other[i]) return one[i] - other[i];
  }
  return 0;
}

function haveSamePrefix(one, other, bits) {
  const whole = bits >> 3;
  for (let i = 0; i < whole; i++) {
    if (one[i] !== other[i]) return false;
  }
  const shift = 8 - (bits & 7);
  return shift === 8 || one[whole] >> shift === other[whole] >> shift;
}

module.exports = { compare, haveSamePrefix, isMapped, toBytes, toText };
