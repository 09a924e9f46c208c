// Subresource integrity: whether bytes have one of the digests that a page or a program expects of them.
'use strict';

const { ArrayPrototypePush, RegExpPrototypeExec, StringPrototypeReplace, StringPrototypeSplit, StringPrototypeToLowerCase } = primordials;

const STRENGTH = { __proto__: null, sha256: 1, sha384: 2, sha512: 3 };

// The strongest digests count; where none is known anything will do.
function matches(bytes, integrity) {
  const items = StringPrototypeSplit(integrity, /[\t\n\f\r ]+/);
  let expected = [];
  let strongest = '';
  for (let i = 0; i < items.length; i++) {
    const match = RegExpPrototypeExec(/^(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})(?:\?.*)?$/i, items[i]);
    if (match === null) continue;
    const algorithm = StringPrototypeToLowerCase(match[1]);
    if (strongest === '' || STRENGTH[algorithm] > STRENGTH[strongest]) {
      strongest = algorithm;
      expected = [];
    }
    if (algorithm === strongest) ArrayPrototypePush(expected, plain(match[2]));
  }
  if (strongest === '') return true;
  const digest = plain(require('crypto').createHash(strongest).update(bytes).digest('base64'));
  for (let i = 0; i < expected.length; i++) if (expected[i] === digest) return true;
  return false;
}

// The two alphabets of base64 say the same, and padding says nothing.
function plain(text) {
  const standard = StringPrototypeReplace(StringPrototypeReplace(text, /-/g, '+'), /_/g, '/');
  return StringPrototypeReplace(standard, /=+$/, '');
}

module.exports = { matches };
