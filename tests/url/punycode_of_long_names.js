// Long names take no long time: each code point is put into the middle of those before it.
// @flags --no-deprecation
const punycode = require('punycode');
const started = Date.now();
const mixed = Array.from({ length: 20_000 }, (_, i) => String.fromCharCode(0x4e00 + (i * 7919) % 20_000)).join('');
const texts = ['a'.repeat(100_000), `${'abc'.repeat(30_000)}-${'b'.repeat(30_000)}`, '9'.repeat(100_000), `${'x'.repeat(120_000)}-`];
for (const text of texts) {
  try {
    const decoded = punycode.decode(text);
    console.log(decoded.length, decoded.codePointAt(0), decoded.codePointAt(decoded.length >> 1));
  } catch (error) {
    console.log(error.name, error.message);
  }
}
console.log(punycode.decode(punycode.encode(mixed.slice(0, 2000))) === mixed.slice(0, 2000));
for (const text of ['maana-pta', '--dqo34k', 'ihqwcrb4cv8a8dqg056pqjye', 'a-b-', '-', 'a', 'ü', '99999999', '--']) {
  try {
    console.log(text, punycode.decode(text));
  } catch (error) {
    console.log(text, error.name, error.message);
  }
}
console.log(Date.now() - started < 4000);
