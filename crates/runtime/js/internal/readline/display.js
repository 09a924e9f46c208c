// Where texts end on a terminal, and how much of a text one key moves over.
'use strict';

const { MathCeil, StringPrototypeCodePointAt, StringPrototypeSlice } = primordials;

const { stringWidth, stripSequences } = require('internal/util/inspect/string_width');

// Row and column after `text`, which begins at the left edge. `indent` is how wide the prompt of each further line is.
function displayPosition(text, columns, tabSize, indent = 0) {
  let rows = 0;
  let offset = 0;
  text = stripSequences(text);
  for (let i = 0; i < text.length;) {
    const character = StringPrototypeSlice(text, i, i += lengthRight(text, i));
    if (character === '\n') {
      // A line that is full to the edge takes no row more.
      rows += MathCeil(offset / columns) || 1;
      offset = indent;
      continue;
    }
    if (character === '\t') {
      offset += tabSize - (offset % tabSize);
      continue;
    }
    const width = stringWidth(character, 'kept');
    // A wide character that does not fit begins the next row.
    if (width === 2 && (offset + 1) % columns === 0) offset++;
    offset += width;
  }
  const cols = offset % columns;
  return { cols, rows: rows + (offset - cols) / columns };
}

function lengthLeft(text, at) {
  if (at <= 0) return 0;
  return at > 1 && StringPrototypeCodePointAt(text, at - 2) > 0xffff ? 2 : 1;
}

// At the end it is 1 too: an edit beyond the end does nothing.
function lengthRight(text, at) {
  if (text.length <= at) return 1;
  return StringPrototypeCodePointAt(text, at) > 0xffff ? 2 : 1;
}

module.exports = { displayPosition, lengthLeft, lengthRight };
