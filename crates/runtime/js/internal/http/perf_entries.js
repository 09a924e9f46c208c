// How long requests take, for observers of `http` entries.
'use strict';

const { Symbol } = primordials;

const observed = require('internal/perf/observed');

const kStart = Symbol('kEntryStart');

// A server has got a request, or a client has sent one; `message` is what goes out.
function begin(message) {
  const { isObserved } = require('internal/perf/observer');
  if (isObserved('http')) message[kStart] = require('internal/perf/clock').now();
}

// The answer has been sent, or its head has come.
function report(message, name, detail) {
  const start = message[kStart];
  if (start === undefined) return;
  message[kStart] = undefined;
  const { now } = require('internal/perf/clock');
  const { nodeEntry } = require('internal/perf/entry');
  require('internal/perf/observer').enqueue(nodeEntry(name, 'http', start, now() - start, detail));
}

function reportServer(req, res) {
  report(res, 'HttpRequest', {
    req: { method: req.method, url: req.url, headers: req.headers },
    res: { statusCode: res.statusCode, statusMessage: res.statusMessage, headers: res.getHeaders() },
  });
}

function reportClient(req, res) {
  report(req, 'HttpClient', {
    req: { method: req.method, url: `${req.protocol}//${req.getHeader('host') ?? req.host}${req.path}`, headers: req.getHeaders() },
    res: { statusCode: res.statusCode, statusMessage: res.statusMessage, headers: res.headers },
  });
}

module.exports = { begin, kStart, observed, reportClient, reportServer };
