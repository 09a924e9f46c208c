// A job of the binding, seen by async_hooks, that calls back or settles a promise.
'use strict';

const { Promise } = primordials;

const { NativeResource, enterRequest, leave } = require('internal/async_hooks/native_resource');

class CryptoJob extends NativeResource {
  constructor(type) { super(type); }
}

// `start(callback)` hands the job over; `done(error, value)` is called in the loop.
function request(type, start, done) {
  const job = new CryptoJob(type);
  start((error, value) => {
    enterRequest(job);
    done(error, value);
    leave(job);
  });
}

function requestPromise(type, start) {
  return new Promise((resolve, reject) => {
    request(type, start, (error, value) => {
      if (error !== undefined) {
        reject(error);
      } else {
        resolve(value);
      }
    });
  });
}

module.exports = { request, requestPromise };
