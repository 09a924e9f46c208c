'use strict';
const assert = require('node:assert');
const dns = require('node:dns');
const fs = require('node:fs');
const net = require('node:net');
let isSync = true;
const check = () => assert(!isSync, 'called before the caller has returned');
fs.stat(__filename, check);
fs.readFile(__filename, check);
dns.lookup('127.0.0.1', check);
setTimeout(check, 0);
setImmediate(check);
const server = net.createServer().listen(0, () => {
  check();
  server.close(check);
});
fs.promises.stat(__filename).then(check);
isSync = false;
