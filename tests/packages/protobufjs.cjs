// Messages by a schema: written, read, checked, and as objects.
const protobuf = require('protobufjs');

const { root } = protobuf.parse(`
syntax = "proto3";
package test;
enum Kind { NONE = 0; SOME = 1; }
message Inner { string text = 1; repeated sint32 numbers = 2; }
message Outer { int64 id = 1; Kind kind = 2; Inner inner = 3; map<string, double> map = 4; bytes data = 5; oneof choice { bool yes = 6; float no = 7; } optional string maybe = 8; }
service Words { rpc Upper (Inner) returns (Inner); }
`);
const Outer = root.lookupType('test.Outer');
const value = { id: 5, kind: 1, inner: { text: 'héllo', numbers: [1, -2, 300] }, map: { a: 1.5 }, data: Buffer.from([1, 2]), no: 0.5 };
console.log(Outer.verify(value), Outer.verify({ id: 'x' }), Outer.verify({ inner: { numbers: 'x' } }));
const bytes = Outer.encode(Outer.create(value)).finish();
console.log(Buffer.from(bytes).toString('hex'));
const read = Outer.decode(bytes);
console.log(Outer.toObject(read, { longs: String, enums: String, bytes: String, defaults: true, oneofs: true }));
console.log(JSON.stringify(read), read.choice, Buffer.isBuffer(read.data));
for (const broken of [bytes.subarray(0, 10), Buffer.from([0xff, 0xff])]) {
  try {
    Outer.decode(broken);
  } catch (error) {
    console.log(error.name, error.message);
  }
}
console.log(Outer.equals?.(read, read) ?? 'no equals', Outer.fromObject({ kind: 'SOME', data: 'AQI=', id: '7' }).kind);
const Words = root.lookupService('test.Words');
const words = Words.create((method, request, callback) => {
  const Inner = root.lookupType('test.Inner');
  const { text } = Inner.decode(request);
  callback(null, Inner.encode({ text: text.toUpperCase() }).finish());
});
words.upper({ text: 'called' }).then(({ text }) => console.log(text));
console.log(protobuf.util.Long === undefined || protobuf.util.Long === null ? 'no long' : 'long', Object.keys(root.toJSON().nested.test.nested));
