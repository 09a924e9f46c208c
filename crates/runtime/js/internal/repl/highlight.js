// Colours of the code in a line while it is typed, token by token.
//
// The tokens are those that a line which is not finished can have; no parser is asked. A text or a comment that is not closed
// stays as it is.
'use strict';

const { RegExpPrototypeExec, RegExpPrototypeSymbolReplace, StringPrototypeIndexOf, StringPrototypeSlice } = primordials;

const color = (code, text, reset = 39) => `\u001b[${code}m${text}\u001b[${reset}m`;

const KEYWORDS = /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|export|extends|finally|for|function|if|in|instanceof|new|return|super|switch|this|throw|try|typeof|var|void|while|with)$/;

const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|^#![^\n]*|(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?|\.\d[\d_]*)n?|[A-Za-z_$][\w$]*/g;

function paint(token) {
  const first = token[0];
  if (first === '/' || first === '#') return color(90, token);
  if (first === '`') return paintTemplate(token);
  if (first === '"' || first === "'") return color(32, token);
  if (RegExpPrototypeExec(/^[\d.]/, token) !== null) return color(33, token);
  if (token === 'true' || token === 'false' || token === 'NaN' || token === 'Infinity') return color(33, token);
  if (token === 'undefined') return color(90, token);
  if (token === 'null') return color(1, token, 22);
  if (token === 'Symbol') return color(32, token);
  if (token === 'Date') return color(35, token);
  if (token === 'import') return color(4, token, 24);
  return RegExpPrototypeExec(KEYWORDS, token) !== null ? color(36, token) : token;
}

// The text of a template, and what stands in its places as code.
function paintTemplate(token) {
  let painted = color(32, '`');
  let start = 1;
  let at;
  while ((at = StringPrototypeIndexOf(token, '${', start)) !== -1) {
    const end = StringPrototypeIndexOf(token, '}', at);
    if (end === -1) break;
    if (at > start) painted += color(32, StringPrototypeSlice(token, start, at));
    painted += `\${${colorize(StringPrototypeSlice(token, at + 2, end))}}`;
    start = end + 1;
  }
  if (start < token.length - 1) painted += color(32, StringPrototypeSlice(token, start, token.length - 1));
  return painted + color(32, '`');
}

function colorize(line) {
  return RegExpPrototypeSymbolReplace(TOKEN, line, (token) => paint(token));
}

function attach(server) {
  server._colorize = colorize;
}

module.exports = { attach, colorize };
