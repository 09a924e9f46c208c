// Uploaded forms: fields, files on disk with hashes, JSON, limits.
import formidable, { errors } from 'formidable';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const options = { '/': { hashAlgorithm: 'sha1', keepExtensions: true, multiples: true }, '/limited': { maxFileSize: 10 }, '/few': { maxFields: 1 } };
const server = createServer(async (request, response) => {
  try {
    const [fields, files] = await formidable({ uploadDir: '.', ...options[request.url] }).parse(request);
    const list = Object.values(files).flat().map((file) => [file.originalFilename, file.size, file.mimetype, file.hash, readFileSync(file.filepath).length]);
    response.end(JSON.stringify({ fields, list }));
  } catch (error) {
    response.writeHead(error.httpCode ?? 400).end(JSON.stringify({ code: error.code, known: Object.values(errors).includes(error.code) }));
  }
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const send = async (path, body, headers) => {
  const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`, { method: 'POST', body, headers });
  console.log(path, response.status, await response.text());
};
const form = (...parts) => { const data = new FormData(); for (const [name, value, file] of parts) file ? data.append(name, new Blob([value], { type: 'text/plain' }), file) : data.append(name, value); return data; };
await send('/', form(['a', '1'], ['a', '2'], ['f', 'content', 'x.txt'], ['g', 'y'.repeat(200_000), 'y.bin']));
await send('/', new URLSearchParams({ q: 'a b', r: 'ü' }));
await send('/', '{"j":[1]}', { 'content-type': 'application/json' });
await send('/limited', form(['f', 'much too long for it', 'x.txt']));
await send('/few', form(['a', '1'], ['b', '2']));
await send('/', 'x', { 'content-type': 'multipart/form-data' });
server.closeAllConnections();
server.close();
