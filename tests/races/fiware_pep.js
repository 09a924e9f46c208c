// fiware-pep-steelskin: requests that come while a token is being fetched wait for its event, which may be over already.
'use strict';
const fs = require('node:fs');
const { EventEmitter } = require('node:events');

const events = new EventEmitter();
let token = null;
let isFetching = false;

function authenticate(callback) {
  if (token) return callback(token);
  if (isFetching) {
    // Looked up once more before it is waited for.
    fs.stat(__filename, () => events.once('token', callback));
    return;
  }
  isFetching = true;
  fs.readFile(__filename, () => {
    fs.stat(__filename, () => {
      token = 'secret';
      isFetching = false;
      events.emit('token', token);
      callback(token);
    });
  });
}

let answered = 0;
const answer = () => { answered += 1; };
authenticate(answer);
authenticate(answer);
process.on('exit', () => {
  console.log(answered, 'answered');
  if (answered !== 2) throw new Error('a request was never answered');
});
