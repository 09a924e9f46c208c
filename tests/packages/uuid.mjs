// Identifiers by name, by time, by chance; parsing and checking.
import { v1, v3, v4, v5, v6, v7, validate, version, parse, stringify, NIL, MAX } from 'uuid';

console.log(v3('example.com', v3.DNS), v5('https://example.com', v5.URL));
console.log([v1(), v4(), v6(), v7()].map((id) => [validate(id), version(id), id.length]));
console.log(v4({ random: Uint8Array.from({ length: 16 }, (_, i) => i) }), v1({ msecs: 1e12, nsecs: 5, clockseq: 1, node: [1, 2, 3, 4, 5, 6] }));
console.log(v7({ msecs: 1e12, random: new Uint8Array(16), seq: 1 }));
console.log(stringify(parse('6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b')), NIL, MAX, validate('nope'));
console.log(new Set(Array.from({ length: 1000 }, () => v4())).size);
try { parse('x'); } catch (error) { console.log(error.name, error.message); }
