// The longest string that bytes can become: one character more is an error, in every encoding and by every way.
// @timeout 60000
const { constants, kStringMaxLength } = require('buffer');
const { StringDecoder } = require('string_decoder');
const longest = constants.MAX_STRING_LENGTH;
console.log(longest, kStringMaxLength);
const bytes = Buffer.alloc(longest + 1);
const ranges = {
  latin1: longest + 1, ascii: longest + 1, utf8: longest + 1, hex: longest / 2 + 1, base64: longest / 4 * 3 + 1, base64url: longest / 4 * 3 + 1,
};
const attempt = (name, work) => {
  try {
    console.log(name, work().length);
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
for (const encoding in ranges) {
  attempt(encoding, () => bytes.toString(encoding, 0, ranges[encoding]));
  attempt(`${encoding}Slice`, () => bytes[`${encoding}Slice`](0, ranges[encoding]));
}
attempt('toString', () => bytes.toString());
attempt('half as ucs2', () => bytes.toString('ucs2'));
attempt('StringDecoder', () => new StringDecoder('latin1').write(bytes));
attempt('TextDecoder', () => new TextDecoder().decode(bytes));
