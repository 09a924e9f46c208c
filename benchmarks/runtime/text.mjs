// A megabyte that compresses as texts do: words of a small language, in an order without a pattern.
let state = 7;
const below = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 4294967296 * limit);
};
const words = Array.from({ length: 2000 }, () => Array.from({ length: 2 + below(8) }, () => String.fromCharCode(97 + below(26))).join(''));
const parts = [];
for (let length = 0; length < 1 << 20;) {
  const word = words[Math.floor(words.length * (below(1000) / 1000) ** 3)];
  parts.push(word);
  length += word.length + 1;
}

export const text = Buffer.from(parts.join(' ').slice(0, 1 << 20));
