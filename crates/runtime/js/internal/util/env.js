// `util.parseEnv`: the variables of a .env file.
'use strict';

const {
  RegExpPrototypeExec,
  StringPrototypeIndexOf,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  StringPrototypeTrim,
} = primordials;

function parseEnv(content) {
  require('internal/validators').validateString(content, 'content');
  const variables = { __proto__: null };
  const text = StringPrototypeReplaceAll(content, '\r\n', '\n');
  let position = 0;
  while (position < text.length) {
    const lineEnd = endOfLine(text, position);
    const line = StringPrototypeSlice(text, position, lineEnd);
    const equals = StringPrototypeIndexOf(line, '=');
    const trimmed = StringPrototypeTrim(line);
    if (trimmed === '' || trimmed[0] === '#' || equals === -1) {
      position = lineEnd + 1;
      continue;
    }
    let key = StringPrototypeTrim(StringPrototypeSlice(line, 0, equals));
    if (StringPrototypeStartsWith(key, 'export ')) key = StringPrototypeTrim(StringPrototypeSlice(key, 7));
    const { value, end } = readValue(text, position + equals + 1);
    if (key !== '') variables[key] = value;
    position = end + 1;
  }
  return variables;
}

function endOfLine(text, position) {
  const newline = StringPrototypeIndexOf(text, '\n', position);
  return newline === -1 ? text.length : newline;
}

// A quoted value may span lines; in double quotes "\n" means a newline. Behind `#` comes a comment.
function readValue(text, position) {
  const lineEnd = endOfLine(text, position);
  const lead = RegExpPrototypeExec(/^[^\S\n]*/, StringPrototypeSlice(text, position, lineEnd))[0].length;
  const quote = text[position + lead];
  if (quote === '"' || quote === "'" || quote === '`') {
    const start = position + lead + 1;
    const close = StringPrototypeIndexOf(text, quote, start);
    if (close !== -1) {
      const inner = StringPrototypeSlice(text, start, close);
      return { value: quote === '"' ? StringPrototypeReplaceAll(inner, '\\n', '\n') : inner, end: endOfLine(text, close) };
    }
  }
  const line = StringPrototypeSlice(text, position, lineEnd);
  const comment = StringPrototypeIndexOf(line, '#');
  return { value: StringPrototypeTrim(comment === -1 ? line : StringPrototypeSlice(line, 0, comment)), end: lineEnd };
}

module.exports = { parseEnv };
