// express #3536: the callback of a file that is sent comes when the response is over, and again when the client goes away.
'use strict';
const fs = require('node:fs');
const http = require('node:http');

function sendFile(response, file, callback) {
  let isStreaming = false;
  response.on('close', () => {
    if (isStreaming && !response.writableFinished) callback(new Error('request aborted'));
  });
  fs.readFile(file, (error, text) => {
    isStreaming = true;
    fs.stat(file, () => {
      response.end(text);
      callback(null);
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
