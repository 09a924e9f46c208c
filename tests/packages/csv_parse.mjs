// Tables as streams, whole and in pieces: quotes, columns, delimiters, and what is wrong in them.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';

console.log(parseSync('a,b\n1,"x ""y"""\n2,"line\nbreak"\n', { columns: true }));
console.log(parseSync('a;b\n# comment\n 1 ; 2.5 ', { delimiter: ';', comment: '#', trim: true, cast: (value, { header }) => (header ? value : Number(value) || value) }));
for (const text of ['a,b\n1\n', 'a,"b\n', 'a,b"c"\n']) {
  try {
    parseSync(text);
  } catch (error) {
    console.log(error.code, error.lines, error.message);
  }
}
const rows = [];
await pipeline(Readable.from(['id,na', 'me\r\n1,"o', 'ne"\r\n', '2,two\r\n3,', 'three']), parse({ columns: true, from: 2 }), async function(source) {
  for await (const row of source) rows.push(row);
});
console.log(rows);
parse('x,y\n1,2', { columns: ['first', 'second'], bom: true, info: true }, (error, records) => console.log(error, records.map(({ record, info }) => [record, info.records])));
let bytes = 0;
const parser = parse({ raw: true });
parser.on('data', ({ raw }) => { bytes += raw.length; });
await pipeline(Readable.from(Array.from({ length: 5000 }, (_, i) => `${i},${'x'.repeat(i % 50)}\n`)), parser);
console.log(bytes, parser.info.records);
