// The callback is called once, whatever ends first.
'use strict';
const fs = require('node:fs');
const http = require('node:http');

function sendFile(response, file, callback) {
  let isOver = false;
  const end = (error) => {
    if (isOver) return;
    isOver = true;
    callback(error);
  };
  response.on('close', () => {
    if (!response.writableFinished) end(new Error('request aborted'));
  });
  fs.readFile(file, (error, text) => {
    fs.stat(file, () => {
      response.end(text);
      end(null);
    });
  });
}

let calls = 0;
const server = http.createServer((request, response) => {
  sendFile(response, __filename, (error) => {
    calls += 1;
    if (calls > 1) throw new Error('the callback of sendFile was called twice');
    console.log(error ? error.message : 'sent');
  });
});
server.listen(0, () => {
  const request = http.get({ port: server.address().port, agent: false }, (response) => response.resume());
  request.on('error', () => {});
  setTimeout(() => {
    request.destroy();
    server.close();
    server.closeAllConnections();
  }, 10);
});
