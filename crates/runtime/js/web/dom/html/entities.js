// Character references: the numeric ones, and those names that people write by hand.
//
// The standard has two thousand names. A name that is not here stays text, as an unknown one does anywhere.
'use strict';

const {
  NumberParseInt, StringFromCodePoint, StringPrototypeIndexOf,
} = primordials;

const { replaceEach } = require('web/dom/names');

const NAMES = {
  __proto__: null,
  AMP: '&', GT: '>', LT: '<', QUOT: '"', amp: '&', apos: "'", gt: '>', lt: '<', quot: '"',
  Agrave: 'À', Auml: 'Ä', Eacute: 'É', Ouml: 'Ö', Uuml: 'Ü', aacute: 'á', agrave: 'à', aring: 'å', auml: 'ä', ccedil: 'ç',
  eacute: 'é', egrave: 'è', euml: 'ë', iacute: 'í', ntilde: 'ñ', oacute: 'ó', oslash: 'ø', ouml: 'ö', szlig: 'ß', uacute: 'ú',
  uuml: 'ü', bull: '•', cent: '¢', check: '✓', copy: '©', dagger: '†', darr: '↓', deg: '°', divide: '÷', euro: '€', frac12: '½',
  ge: '≥', harr: '↔', hearts: '♥', hellip: '…', infin: '∞', iexcl: '¡', iquest: '¿', laquo: '«', larr: '←', ldquo: '“', le: '≤',
  lsquo: '‘', mdash: '—', micro: 'µ', middot: '·', minus: '−', nbsp: '\u00a0', ndash: '–', ne: '≠', para: '¶', plusmn: '±',
  pound: '£', raquo: '»', rarr: '→', rdquo: '”', reg: '®', rsquo: '’', sect: '§', shy: '\u00ad', sum: '∑', sup2: '²', times: '×',
  trade: '™', uarr: '↑', yen: '¥', zwj: '\u200d', zwnj: '\u200c',
};

const REFERENCE = /&(?:#[xX]([0-9a-fA-F]+)|#([0-9]+)|([A-Za-z][A-Za-z0-9]*));?/g;
const LAST_CODE_POINT = 0x10ffff;

function characterOf(code) {
  const isCharacter = code > 0 && code <= LAST_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? StringFromCodePoint(code) : '\ufffd';
}

// Replaces the references in a text.
function decode(text) {
  if (StringPrototypeIndexOf(text, '&') === -1) return text;
  return replaceEach(text, REFERENCE, ({ 0: whole, 1: hex, 2: decimal, 3: name }) => {
    if (hex !== undefined) return characterOf(NumberParseInt(hex, 16));
    if (decimal !== undefined) return characterOf(NumberParseInt(decimal, 10));
    return NAMES[name] ?? whole;
  });
}

module.exports = { decode };
