// What is no time for a request, and one that is too long: the warning is made where the request is.
'use strict';
const http = require('http');
const net = require('net');

const createConnection = () => new net.Socket();
const attempt = (name, body) => {
  try {
    body();
    console.log(name, 'taken');
  } catch ({ name: kind, code, message }) {
    console.log(name, kind, code, message);
  }
};

process.on('warning', ({ name, message, stack }) => console.log(name, message, stack.includes(__filename)));
for (const timeout of ['1', -1, NaN, Infinity, 0, 2 ** 40]) {
  let request;
  attempt(`option ${timeout}`, () => { request = http.request({ timeout, createConnection }); });
  console.log(request?.timeout);
  request?.on('error', () => {}).destroy();
}
const request = http.request({ createConnection }).on('error', () => {});
for (const timeout of ['1', -1, NaN, 0]) attempt(`method ${String(timeout)}`, () => request.setTimeout(timeout));
request.destroy();
