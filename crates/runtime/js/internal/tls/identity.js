'use strict';

// Whether a certificate is for a host, by RFC 6125 as Node reads it: names of the certificate's list, and the common name
// of its subject only if there is no such list; a star stands for one label or a part of the first.

const {
  ArrayIsArray, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeIncludes, ArrayPrototypeSome, JSONParse,
  RegExpPrototypeExec, StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeReplace, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase,
} = primordials;

const {
  codes: { ERR_TLS_CERT_ALTNAME_FORMAT, ERR_TLS_CERT_ALTNAME_INVALID },
} = require('internal/errors');
const { isIP } = require('internal/ip_address');

// Anything but letters, digits and signs of ASCII, a NUL among them.
const strange = /[^\u0021-\u007f]/u;
const jsonText = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/;

const withoutDot = (host) => StringPrototypeReplace(host, /[.]$/, '');

const labelsOf = (host) => StringPrototypeSplit(
  StringPrototypeReplace(withoutDot(host), /[A-Z]/g, (letter) => StringPrototypeToLowerCase(letter)), '.');

function matches(host, pattern) {
  if (!pattern) return false;
  const labels = labelsOf(pattern);
  if (host.length !== labels.length) return false;
  if (ArrayPrototypeIncludes(labels, '')) return false;
  if (ArrayPrototypeSome(labels, (label) => RegExpPrototypeExec(strange, label) !== null)) return false;
  for (let i = host.length - 1; i > 0; i--) {
    if (host[i] !== labels[i]) return false;
  }
  const first = labels[0];
  const parts = StringPrototypeSplit(first, '*');
  // An encoded label is taken as it is.
  if (parts.length === 1 || StringPrototypeIncludes(first, 'xn--')) return host[0] === first;
  // One star, and never for all of a top-level domain.
  if (parts.length > 2 || labels.length <= 2) return false;
  const { 0: prefix, 1: suffix } = parts;
  return prefix.length + suffix.length <= host[0].length && StringPrototypeStartsWith(host[0], prefix) &&
    StringPrototypeEndsWith(host[0], suffix);
}

// The names of a list: separated by commas, and in quotes where they could be taken for more than one.
function splitNames(text) {
  if (!StringPrototypeIncludes(text, '"')) return StringPrototypeSplit(text, ', ');
  const names = [];
  let current = '';
  let offset = 0;
  while (offset !== text.length) {
    const separator = text.indexOf(', ', offset);
    const quote = text.indexOf('"', offset);
    if (quote !== -1 && (separator === -1 || quote < separator)) {
      current += StringPrototypeSlice(text, offset, quote);
      const quoted = RegExpPrototypeExec(jsonText, StringPrototypeSlice(text, quote));
      if (quoted === null) throw new ERR_TLS_CERT_ALTNAME_FORMAT();
      current += JSONParse(quoted[0]);
      offset = quote + quoted[0].length;
    } else if (separator !== -1) {
      current += StringPrototypeSlice(text, offset, separator);
      ArrayPrototypePush(names, current);
      current = '';
      offset = separator + 2;
    } else {
      current += StringPrototypeSlice(text, offset);
      offset = text.length;
    }
  }
  ArrayPrototypePush(names, current);
  return names;
}

// One spelling for each address.
function canonicalIP(address) {
  const family = isIP(address);
  if (family !== 6) return family === 4 ? address : undefined;
  const url = require('internal/url/url').URL.parse?.(`http://[${address}]/`);
  return url ? StringPrototypeSlice(url.hostname, 1, -1) : address;
}

function checkServerIdentity(hostname, certificate) {
  const { subject, subjectaltname } = certificate;
  const dnsNames = [];
  const addresses = [];
  hostname = `${hostname}`;
  if (subjectaltname) {
    const names = splitNames(subjectaltname);
    for (let i = 0; i < names.length; i++) {
      if (StringPrototypeStartsWith(names[i], 'DNS:')) {
        ArrayPrototypePush(dnsNames, StringPrototypeSlice(names[i], 4));
      } else if (StringPrototypeStartsWith(names[i], 'IP Address:')) {
        ArrayPrototypePush(addresses, canonicalIP(StringPrototypeSlice(names[i], 11)));
      }
    }
  }
  hostname = withoutDot(hostname);
  let isValid = false;
  let reason;
  if (isIP(hostname)) {
    isValid = ArrayPrototypeIncludes(addresses, canonicalIP(hostname));
    reason = `IP: ${hostname} is not in the cert's list: ${ArrayPrototypeJoin(addresses, ', ')}`;
  } else if (dnsNames.length > 0) {
    const host = labelsOf(hostname);
    isValid = ArrayPrototypeSome(dnsNames, (name) => matches(host, name));
    reason = `Host: ${hostname}. is not in the cert's altnames: ${subjectaltname}`;
  } else if (subject?.CN) {
    const host = labelsOf(hostname);
    const { CN } = subject;
    isValid = ArrayIsArray(CN) ? ArrayPrototypeSome(CN, (name) => matches(host, name)) : matches(host, CN);
    reason = `Host: ${hostname}. is not cert's CN: ${CN}`;
  } else {
    reason = 'Cert does not contain a DNS name';
  }
  return isValid ? undefined : new ERR_TLS_CERT_ALTNAME_INVALID(reason, hostname, certificate);
}

module.exports = { checkServerIdentity };
