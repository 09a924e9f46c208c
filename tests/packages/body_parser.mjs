// Bodies as JSON, text, bytes and forms, compressed, too large, broken, on a plain server.
import bodyParser from 'body-parser';
import { createServer } from 'node:http';
import { once } from 'node:events';
import zlib from 'node:zlib';

const parsers = { '/json': bodyParser.json({ limit: 1000 }), '/text': bodyParser.text(), '/raw': bodyParser.raw(), '/form': bodyParser.urlencoded({ extended: true }), '/verify': bodyParser.json({ verify: (request, response, bytes) => { if (bytes[0] === 0x5b) throw new Error('no lists'); } }) };
const server = createServer((request, response) => parsers[request.url](request, response, (error) => {
  response.statusCode = error?.status ?? 200;
  response.end(JSON.stringify(error ? { type: error.type, status: error.status } : { body: Buffer.isBuffer(request.body) ? request.body.toString('hex') : request.body }));
})).listen(0, '127.0.0.1');
await once(server, 'listening');
const send = async (path, type, body, headers = {}) => {
  const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`, { method: 'POST', headers: { 'content-type': type, ...headers }, body });
  console.log(path, response.status, await response.text());
};
await send('/json', 'application/json', '{"a":[1,{"b":null}]}');
await send('/json', 'application/json; charset=utf-16', Buffer.from('{"a":"ü"}', 'utf16le'));
await send('/json', 'application/json', '{oops');
await send('/json', 'application/json', '"strict"');
await send('/json', 'application/json', JSON.stringify({ x: 'x'.repeat(2000) }));
await send('/json', 'text/plain', 'ignored');
for (const [encoding, squeeze] of [['gzip', zlib.gzipSync], ['deflate', zlib.deflateSync], ['br', zlib.brotliCompressSync]]) await send('/json', 'application/json', squeeze('{"squeezed":true}'), { 'content-encoding': encoding });
await send('/json', 'application/json', '{}', { 'content-encoding': 'unknown' });
await send('/text', 'text/plain; charset=iso-8859-1', Buffer.from([0xe4, 0xf6]));
await send('/raw', 'application/octet-stream', Buffer.from([1, 2, 255]));
await send('/form', 'application/x-www-form-urlencoded', 'a[b][]=1&a[b][]=2&c=x+y%20z');
await send('/verify', 'application/json', '[1]');
server.closeAllConnections();
server.close();
