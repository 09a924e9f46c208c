'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const http = require('node:http');
const seen = [];
const server = http.createServer((request, response) => {
  seen.push(request.url);
  fs.stat(__filename, () => response.end(request.url));
});
server.listen(0, () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let open = 3;
  for (const path of ['/1', '/2', '/3']) {
    http.get({ port: server.address().port, path, agent }, (response) => {
      let text = '';
      response.on('data', (data) => { text += data; });
      response.on('end', () => {
        assert.strictEqual(text, path);
        open -= 1;
        if (open > 0) return;
        agent.destroy();
        server.close();
        assert.deepStrictEqual(seen, ['/1', '/2', '/3']);
      });
    });
  }
});
