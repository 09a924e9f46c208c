// Text to bytes and back in every encoding, with the errors of Node where there are any.
const texts = ['', 'a', 'hello', 'h\u00e9llo', '68656c6c6f', '6865zz', 'aGVsbG8=', 'aGVsbG8', '-_-_', '\u65e5\u672c\u8a9e', '\ud800x', '\u{1f600}'];
const encodings = ['utf8', 'UTF-8', 'utf16le', 'ucs2', 'latin1', 'binary', 'ascii', 'base64', 'base64url', 'hex', 'nope', undefined, null, ''];
const attempt = (f) => {
  try {
    return f();
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};
for (const text of texts) {
  for (const encoding of encodings) {
    console.log(JSON.stringify(text), encoding, attempt(() => Buffer.from(text, encoding)),
                attempt(() => Buffer.byteLength(text, encoding)),
                attempt(() => JSON.stringify(Buffer.from(text).toString(encoding, 0, 5))),
                attempt(() => Buffer.alloc(5).fill(text, encoding)),
                attempt(() => [Buffer.alloc(5).write(text, 1, encoding)]));
  }
}
console.log(Buffer.concat([Buffer.from('a'), new Uint8Array([98])], 4), Buffer.of(1, 256, -1), Buffer.alloc(3, 'ab'));
console.log(Buffer.from([1, 2.7, '3', NaN]), Buffer.from({ type: 'Buffer', data: [7] }), Buffer.from(new Uint16Array([1, 258])));
console.log(Buffer.from('abc').toJSON(), Buffer.from('abc').equals(Buffer.from('abc')), Buffer.compare(Buffer.from('a'), Buffer.from('b')));
console.log(Object.assign(Buffer.from('x'), { extra: 1 }), [Buffer.alloc(60)]);
console.log(attempt(() => Buffer.from(5)), attempt(() => Buffer.alloc(-1)), attempt(() => Buffer.concat(5)));
console.log(atob('aGk='), btoa('hi'), attempt(() => btoa('\u65e5')), attempt(() => atob('a')));
