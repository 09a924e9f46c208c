// The new list takes the place of the old one when it is there.
'use strict';
const fs = require('node:fs');
const http = require('node:http');
const assert = require('node:assert');

let databases = ['admin', 'local'];

function update(callback) {
  fs.readFile(__filename, () => {
    databases = ['admin', 'local'];
    callback();
  });
}

const server = http.createServer((request, response) => {
  if (request.url === '/update') return update(() => response.end());
  fs.stat(__filename, () => response.end(String(databases.length)));
});

server.listen(0, () => {
  const get = (path, callback) => http.get({ port: server.address().port, path, agent: false }, (response) => {
    let text = '';
    response.on('data', (data) => { text += data; });
    response.on('end', () => callback(text));
  });
  let open = 2;
  const done = () => {
    open -= 1;
    if (open === 0) server.close();
  };
  get('/update', done);
  setTimeout(() => get('/list', (count) => {
    console.log(count, 'databases');
    assert.strictEqual(count, '2');
    done();
  }), 4);
});
