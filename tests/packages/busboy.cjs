// A multipart body and a form, read part by part from pieces of every size.
const busboy = require('busboy');

const boundary = '----x';
const body = Buffer.from([`--${boundary}`, 'Content-Disposition: form-data; name="field"', '', 'value ä', `--${boundary}`, 'Content-Disposition: form-data; name="file"; filename="a.txt"', 'Content-Type: text/plain', '', 'line one\r\n--not the end', `--${boundary}`, 'Content-Disposition: form-data; name="big"; filename="ü.bin"', 'Content-Type: application/octet-stream', '', 'z'.repeat(5000), `--${boundary}--`, ''].join('\r\n'));
const read = (size, headers, bytes, limits) => new Promise((resolve) => {
  const seen = [];
  const parser = busboy({ headers, limits, defParamCharset: 'utf8' });
  parser.on('field', (name, value, info) => seen.push(['field', name, value.slice(0, 20), info.nameTruncated, info.valueTruncated]));
  parser.on('file', (name, stream, { filename, mimeType }) => { let length = 0; stream.on('data', (part) => { length += part.length; }).on('limit', () => seen.push(['limit', name])).on('end', () => seen.push(['file', name, filename, mimeType, length, stream.truncated])); });
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit']) parser.on(event, () => seen.push([event]));
  parser.on('error', (error) => { seen.push(['error', error.message]); resolve(seen); }).on('close', () => resolve(seen));
  for (let at = 0; at < bytes.length; at += size) parser.write(bytes.subarray(at, at + size));
  parser.end();
});
(async () => {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  for (const size of [1, 7, 1000, 100000]) console.log(size, await read(size, headers, body));
  console.log(await read(100, headers, body, { fileSize: 1000, files: 1 }));
  console.log(await read(3, { 'content-type': 'application/x-www-form-urlencoded' }, Buffer.from('a=1&b=%C3%BC&c=x+y&d')));
  console.log(await read(100, headers, body.subarray(0, 300)));
  for (const bad of [{}, { 'content-type': 'multipart/form-data' }, { 'content-type': 'text/plain' }]) try { busboy({ headers: bad }); } catch (error) { console.log(error.message); }
})();
