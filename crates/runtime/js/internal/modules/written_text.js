// Code as its author wrote it, for texts that quote the code that runs.
//
// The engine's messages do ("undefined is not a function (evaluating '(0,$$r0.f)()')"). The names of the transform
// are taken out of such a quotation; what they stand for follows from crates/source.
'use strict';

const { RegExpPrototypeSymbolReplace, StringPrototypeIncludes } = primordials;

// Each form of the transform and what it was made of.
const FORMS = [
  [/\(0,\s?\$\$r(?:\d+_)?\d+\.([\w$]+)\)/g, '$1'],
  [/\$\$r(?:\d+_)?n?\d+\.([\w$]+)/g, '$1'],
  [/\$\$r(?:\d+_)?s\(([^()]*)\)/g, '$1'],
  [/\$\$r(?:\d+_)?c\.resume\((?:\$\$r\w+=)?\$\$r(?:\d+_)?c\.current,\s?(await [^']*)\)/g, '$1'],
  [/\$\$r(?:\d+_)?imp\b/g, 'import'],
  [/\$\$r(?:\d+_)?meta\b {0,4}/g, 'import.meta'],
  [/\$\$r(?:\d+_)?arguments\b/g, 'arguments'],
];

function writtenText(text) {
  if (!StringPrototypeIncludes(text, '$$r')) return text;
  for (let i = 0; i < FORMS.length; i++) text = RegExpPrototypeSymbolReplace(FORMS[i][0], text, FORMS[i][1]);
  return text;
}

module.exports = { writtenText };
