// module.register() and --experimental-loader: hooks on a thread of their own, seen from a thread that loads modules.
//
// Loading is synchronous here, so each question blocks this thread until the other has answered; see hooks_thread.js.
'use strict';

const {
  ArrayPrototypeFilter, ArrayPrototypePush, AtomicsLoad, AtomicsWait, Int32Array, JSONStringify, SharedArrayBuffer, StringPrototypeStartsWith,
} = primordials;
const { state } = require('internal/modules/module');

// Flags whose value loads modules: those are the program's.
const NOT_INHERITED = ['-r', '--require', '--import', '--loader', '--experimental-loader'];

class HooksThread {
  #port;
  #answers;
  #taken = 0;

  constructor() {
    const { MessageChannel, setRef, stateOf } = require('internal/messaging/message_port');
    const { Worker, kHooks } = require('internal/worker/worker');
    const { port1, port2 } = new MessageChannel();
    const lock = new SharedArrayBuffer(4);
    this.#port = port1;
    this.#answers = new Int32Array(lock);
    setRef(stateOf(port1), false);
    const worker = new Worker('', {
      eval: true, execArgv: inherited(), name: 'HooksThread', transferList: [port2], [kHooks]: { port: port2, lock }, stdin: true,
    });
    worker.unref();
  }

  #ask(question, transferList) {
    this.#port.postMessage(question, transferList);
    const { receive } = require('internal/messaging/message_port');
    while (AtomicsLoad(this.#answers, 0) === this.#taken) AtomicsWait(this.#answers, 0, this.#taken);
    this.#taken++;
    const { message } = receive(this.#port);
    if ('exit' in message) process.exit(message.exit);
    if ('error' in message) throw require('internal/worker/error_box').unbox(message.error);
    return message.value;
  }

  register(specifier, parentURL, data, transferList) {
    const { conditionsOf } = require('internal/modules/hooks');
    return this.#ask({ kind: 'register', specifier, parentURL, conditions: conditionsOf(true), data }, transferList);
  }

  resolve(specifier, context) {
    const { conditions, importAttributes, parentURL } = context;
    const asked = { conditions, importAttributes: { ...importAttributes } };
    if (parentURL !== undefined) asked.parentURL = parentURL;
    return this.#ask({ kind: 'resolve', specifier, context: asked });
  }

  load(url, { format, importAttributes }) {
    return this.#ask({ kind: 'load', url, context: { format, importAttributes: { ...importAttributes } } });
  }
}

// The flags of this process that say how modules are found, without those that load some.
function inherited() {
  const kept = [];
  const { execArgv } = process;
  for (let i = 0; i < execArgv.length; i++) {
    const word = execArgv[i];
    let isLoading = false;
    for (let j = 0; j < NOT_INHERITED.length; j++) {
      if (word === NOT_INHERITED[j]) {
        isLoading = true;
        i++;
      } else if (StringPrototypeStartsWith(word, `${NOT_INHERITED[j]}=`)) {
        isLoading = true;
      }
    }
    if (!isLoading) ArrayPrototypePush(kept, word);
  }
  return ArrayPrototypeFilter(kept, (word) => word === '--preserve-symlinks' || word === '--no-warnings' || StringPrototypeStartsWith(word, '--conditions='));
}

let hasWarned = false;

function register(specifier, parentURL = undefined, options = undefined) {
  if (!hasWarned) {
    hasWarned = true;
    process.emitWarning('`module.register()` is deprecated. Use `module.registerHooks()` instead.', 'DeprecationWarning', 'DEP0205');
  }
  const { isURL } = require('internal/url/url');
  if (parentURL !== null && typeof parentURL === 'object' && !isURL(parentURL)) {
    options = parentURL;
    parentURL = options.parentURL;
  }
  registerOnThread(`${specifier}`, parentURL === undefined ? 'data:' : `${parentURL}`, options?.data, options?.transferList);
}

function registerOnThread(specifier, parentURL, data, transferList) {
  const thread = state.thread ?? new HooksThread();
  thread.register(specifier, parentURL, data, transferList);
  state.thread = thread;
}

// --experimental-loader.
function registerLoaders(specifiers) {
  const { pathToUrl } = require('internal/modules/file_url');
  const base = `${pathToUrl(process.cwd())}/`;
  let list = '';
  for (let i = 0; i < specifiers.length; i++) {
    list += `${i === 0 ? '' : ' '}register(${JSONStringify(specifiers[i])}, pathToFileURL("./"));`;
  }
  process.emitWarning(
    '`--experimental-loader` may be removed in the future; instead use `register()`:\n' +
    `--import 'data:text/javascript,import { register } from "node:module"; import { pathToFileURL } from "node:url"; ${list}'`,
    'ExperimentalWarning',
  );
  for (let i = 0; i < specifiers.length; i++) registerOnThread(specifiers[i], base, undefined, undefined);
}

module.exports = { register, registerLoaders };
