// Numbers of every width, written and read back, out of range and out of bounds; searching both ways.
const attempt = (f) => {
  try {
    return f();
  } catch (error) {
    return error.code ? `${error.name} ${error.code} ${error.message}` : error.name;
  }
};
const numbers = [0, 1, -1, 127, 128, 255, 256, 65535, -32769, 2 ** 32 - 1, 2 ** 40, 2 ** 48, 0.5, NaN, -0];
const methods = Object.getOwnPropertyNames(Buffer.prototype).filter((name) => /^write(U?Int|Float|Double|Big)/.test(name));
for (const name of methods.sort()) {
  const read = name.replace('write', 'read');
  const values = name.includes('Big') ? [0n, -1n, 2n ** 63n, 2n ** 64n] : numbers;
  for (const value of values) {
    const buffer = Buffer.alloc(9);
    const width = /Int[LB]E$/.test(name) ? [6] : [];
    console.log(name, value, attempt(() => buffer[name](value, 1, ...width)), buffer.toString('hex'),
                attempt(() => buffer[read](1, ...width)));
  }
}
console.log(attempt(() => Buffer.alloc(4).readInt32LE(1)), attempt(() => Buffer.alloc(2).readDoubleLE(0)),
            attempt(() => Buffer.alloc(4).readIntLE(0, 9)), attempt(() => Buffer.alloc(4).readInt32LE('1')));
const hay = Buffer.from('abcabc\u65e5abc');
for (const needle of ['abc', 'c', '', '\u65e5', 98, Buffer.from('bc'), 'nothing']) {
  for (const from of [undefined, 0, 1, 3, -3, 100, -100]) {
    console.log(needle, from, hay.indexOf(needle, from), hay.lastIndexOf(needle, from), hay.includes(needle, from));
  }
}
console.log(hay.slice(-3).toString(), hay.subarray(2, 4), Buffer.from('abcd').swap16(), attempt(() => Buffer.alloc(3).swap16()));
