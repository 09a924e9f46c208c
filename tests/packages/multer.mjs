// Uploads in express: memory, disk, several files, limits, filters.
import express from 'express';
import multer from 'multer';
import { readFileSync } from 'node:fs';

const app = express();
const show = (request, response) => response.json({ body: request.body, file: request.file && { ...request.file, buffer: request.file.buffer?.toString(), path: undefined, destination: undefined, filename: undefined, stream: undefined }, files: Array.isArray(request.files) ? request.files.map(({ originalname, size, mimetype, path }) => ({ originalname, size, mimetype, content: path && readFileSync(path, 'utf8').length })) : request.files && Object.keys(request.files) });
app.post('/one', multer().single('file'), show);
app.post('/disk', multer({ dest: 'uploads' }).array('file', 2), show);
app.post('/fields', multer().fields([{ name: 'a', maxCount: 1 }, { name: 'b' }]), show);
app.post('/limited', multer({ limits: { fileSize: 10 } }).single('file'), show);
app.post('/filtered', multer({ fileFilter: (request, file, done) => done(null, file.mimetype === 'text/plain') }).any(), show);
app.use((error, request, response, next) => response.status(400).json({ name: error.name, code: error.code, field: error.field }));
const server = app.listen(0, '127.0.0.1', async () => {
  const send = async (path, ...parts) => {
    const form = new FormData();
    for (const [name, value, file] of parts) file ? form.append(name, new Blob([value], { type: file.endsWith('.txt') ? 'text/plain' : 'application/x-other' }), file) : form.append(name, value);
    const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`, { method: 'POST', body: form });
    console.log(path, response.status, await response.text());
  };
  await send('/one', ['text', 'value'], ['file', 'content ä', 'naïve.txt']);
  await send('/disk', ['file', 'x'.repeat(100_000), 'a.txt'], ['file', 'y', 'b.bin']);
  await send('/disk', ['file', '1', 'a'], ['file', '2', 'b'], ['file', '3', 'c']);
  await send('/fields', ['a', '1', 'a.txt'], ['b', '2', 'b.txt'], ['list[]', 'p'], ['list[]', 'q']);
  await send('/limited', ['file', 'much too long', 'a.txt']);
  await send('/filtered', ['f', 'kept', 'a.txt'], ['g', 'dropped', 'a.bin']);
  await send('/one', ['wrong', 'x', 'a.txt']);
  server.close();
});
