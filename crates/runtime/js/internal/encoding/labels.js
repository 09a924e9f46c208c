'use strict';

// The labels of the encodings that TextDecoder decodes itself: UTF-8, both UTF-16 and windows-1252, which the
// web calls latin1 and ascii as well. The native half knows those of the others.

const { StringPrototypeReplace, StringPrototypeToLowerCase } = primordials;

const { nameOf } = internalBinding('encoding');

const labels = {
  __proto__: null,
  'utf-8': ['unicode-1-1-utf-8', 'unicode11utf8', 'unicode20utf8', 'utf-8', 'utf8', 'x-unicode20utf8'],
  'utf-16le': ['csunicode', 'iso-10646-ucs-2', 'ucs-2', 'unicode', 'unicodefeff', 'utf-16', 'utf-16le'],
  'utf-16be': ['unicodefffe', 'utf-16be'],
  'windows-1252': [
    'ansi_x3.4-1968', 'ascii', 'cp1252', 'cp819', 'csisolatin1', 'ibm819', 'iso-8859-1', 'iso-ir-100',
    'iso8859-1', 'iso88591', 'iso_8859-1', 'iso_8859-1:1987', 'l1', 'latin1', 'us-ascii',
    'windows-1252', 'x-cp1252',
  ],
};

const nameOfLabel = { __proto__: null };
for (const name in labels) {
  const list = labels[name];
  for (let i = 0; i < list.length; i++) nameOfLabel[list[i]] = name;
}

// The encoding's name, or undefined.
function encodingOfLabel(label) {
  // Only ASCII whitespace is trimmed.
  const trimmed = StringPrototypeReplace(label, /^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');
  return nameOfLabel[label] ?? nameOfLabel[StringPrototypeToLowerCase(trimmed)] ?? nameOf(label);
}

module.exports = { encodingOfLabel };
