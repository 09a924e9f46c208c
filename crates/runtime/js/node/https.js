'use strict';

// `https`: servers and clients of HTTP over TLS.

const { ObjectAssign, ArrayPrototypeShift, ArrayPrototypeUnshift, ReflectConstruct } = primordials;

const { ClientRequest } = require('internal/http/client_request');
const { urlToHttpOptions } = require('url');
const { isURL } = require('internal/url/url');
const agents = require('internal/https/agent');
const { Server } = require('internal/https/server');

const { Agent } = agents;

function request(...args) {
  let options = {};
  if (typeof args[0] === 'string') {
    options = urlToHttpOptions(new URL(ArrayPrototypeShift(args)));
  } else if (isURL(args[0])) {
    options = urlToHttpOptions(ArrayPrototypeShift(args));
  }
  if (args[0] && typeof args[0] !== 'function') ObjectAssign(options, ArrayPrototypeShift(args));
  options._defaultAgent = module.exports.globalAgent;
  ArrayPrototypeUnshift(args, options);
  return ReflectConstruct(ClientRequest, args);
}

function get(input, options, callback) {
  const made = request(input, options, callback);
  made.end();
  return made;
}

module.exports = {
  Agent,
  globalAgent: agents.globalAgent,
  Server,
  createServer(options, requestListener) { return new Server(options, requestListener); },
  get,
  request,
};
