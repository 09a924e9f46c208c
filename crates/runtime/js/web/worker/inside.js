// The inside of a worker: the channel to its parent, its script, and the functions of its global object that need them.
//
// Messages of the parent wait until the script has run for the first time.
'use strict';

const { PromisePrototypeThen, TypeError, globalThis } = primordials;
const { invoke, report } = require('web/window/callbacks');
const { requireArguments } = require('web/window/arguments');
const eventLoop = require('web/window/event_loop');
const errors = require('web/window/errors');
const location = require('web/window/location');
const { DOMException } = require('internal/errors/dom_exception');
const { resolve } = require('web/fetch/address');
const channels = require('internal/messaging/channels');
const { openParent, postOutside } = internalBinding('ports');

let channel;
let inbox;
// What the parent gave: url, type, name, text.
let given = { __proto__: null, name: '' };

function tell(data, ports = [], made = undefined) {
  const { encode } = require('web/window/outside');
  const { bytes, channels: travelling, buffers, files, blocks } = encode({ __proto__: null, data, ports, made });
  postOutside(channel, bytes, travelling, buffers, files, blocks);
}

function hear({ data, ports }) {
  const { pack } = require('web/window/outside');
  if (!eventLoop.isClosed()) inbox.take(pack(data.data, ports));
}

// Takes what the parent sent before it started the thread, and begins to load the script.
function begin() {
  require('web/window/outside');
  const { Inbox } = require('web/window/message_port');
  inbox = new Inbox(globalThis);
  channel = openParent();
  given = channels.takeMessage(channel).data;
  channels.receive(channel, { __proto__: null, add: hear, end() {} });
  require('internal/worker/atomics_wait').install();
  errors.tellBy({
    __proto__: null, error: (text, details) => tell({ kind: 'error', text, ...details }), failed: () => tell({ kind: 'failed' }),
  });
  location.setAddress(given.url);
  const { load, textOf } = require('web/fetch/load');
  if (given.text !== undefined) {
    eventLoop.queueTask(eventLoop.SOURCES.networking, () => run(given.text));
    return;
  }
  load(given.url, (error, loaded) => {
    if (error !== null && error !== undefined) missing(error);
    else run(textOf(loaded));
  });
}

function missing(error) {
  globalThis.console.error(`Failed to load the script of a worker: ${error.message}`);
  tell({ kind: 'missing' });
}

function run(text) {
  if (given.type === 'module') runModule(text);
  else invoke(() => require('web/window/script').evaluate(text, location.scriptName()), undefined, []);
  inbox.start();
}

function runModule(text) {
  const esm = require('internal/modules/esm');
  invoke(() => {
    const { schemeOf } = require('web/fetch/load');
    const promise = schemeOf(given.url) === 'blob' ? esm.importText(text, given.url, 0) : esm.importUrl(given.url, given.url, []);
    PromisePrototypeThen(promise, undefined, (error) => {
      if (require('web/dom/page_modules').isLoadFailure(error)) missing(error);
      else report(error);
    });
  }, undefined, []);
}

function postMessage(message, options = undefined) {
  requireArguments('postMessage', 'DedicatedWorkerGlobalScope', 1, arguments.length);
  const { packMessage } = require('web/window/message');
  const { data, ports, made } = packMessage(message, options, () => {});
  tell({ kind: 'message', data }, ports, made);
}

// The worker ends after the task that runs; nothing else of it does.
function close() {
  inbox.close();
  eventLoop.close();
}

function importScripts(...addresses) {
  if (given.type === 'module') {
    throw new TypeError("Failed to execute 'importScripts' on 'WorkerGlobalScope': Module scripts don't support importScripts().");
  }
  const urls = [];
  for (let i = 0; i < addresses.length; i++) {
    urls[i] = resolve(`${addresses[i]}`, location.href());
    if (urls[i] === null) {
      throw new DOMException(`Failed to execute 'importScripts' on 'WorkerGlobalScope': The URL '${addresses[i]}' is invalid.`, 'SyntaxError');
    }
  }
  for (let i = 0; i < urls.length; i++) importScript(urls[i]);
}

function importScript(url) {
  const { loadSync, pathOf, schemeOf, textOf } = require('web/fetch/load');
  let text;
  try {
    text = textOf(loadSync(url));
  } catch {
    throw new DOMException(`Failed to execute 'importScripts' on 'WorkerGlobalScope': The script at '${url}' failed to load.`, 'NetworkError');
  }
  require('web/window/script').evaluate(text, schemeOf(url) === 'file' ? pathOf(url) : url);
}

module.exports = { begin, close, importScripts, name: () => given.name, postMessage, tell };
