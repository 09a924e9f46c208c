// The thread on which hooks run that were registered with module.register() or --experimental-loader.
//
// The threads that load modules ask and wait; this one answers, one question after the other (internal/modules/register is
// the other side). A question is { kind, … }; the answer, { value } or { error }, is posted first and told of afterwards by
// the number of answers in shared memory. Hooks may take their time: everything here is asynchronous.
'use strict';

const {
  ArrayPrototypePush, AtomicsAdd, AtomicsNotify, Int32Array, ObjectAssign, RegExpPrototypeExec, StringPrototypeStartsWith,
} = primordials;
const { codes } = require('internal/errors');
const { box } = require('internal/worker/error_box');
const { validateObject } = require('internal/validators');

// { name, hook }, the first registered first; the loader's own step is below them.
const chains = { __proto__: null, resolve: [], load: [] };

function start({ port, lock }) {
  const answers = new Int32Array(lock);
  const answer = (message) => {
    port.postMessage(message);
    AtomicsAdd(answers, 0, 1);
    AtomicsNotify(answers, 0);
  };
  require('internal/process/stdio').installDirectly(process);
  port.on('message', async (question) => {
    let message;
    try {
      message = { value: await reply(question) };
    } catch (error) {
      message = { error: box(error) };
    }
    try {
      answer(message);
    } catch (error) {
      answer({ error: box(error) });
    }
  });
  // Whoever waits for an answer that will not come ends as this thread did.
  process.on('exit', (code) => answer({ exit: code }));
}

function reply(question) {
  switch (question.kind) {
    case 'register': return register(question);
    case 'resolve': return runChain('resolve', question.specifier, question.context);
    default: return runChain('load', question.url, question.context);
  }
}

async function register({ specifier, parentURL, conditions, data }) {
  const esm = require('internal/modules/esm');
  // Hooks that are there already have a say in where the next ones are found and how they are loaded.
  const { url, format } = await runChain('resolve', specifier, { conditions, importAttributes: {}, parentURL });
  let source;
  if (!esm.isLoaded(url)) ({ source } = await runChain('load', url, { format, importAttributes: {} }));
  const { initialize, resolve, load } = await (source ? esm.importSource(url, source) : esm.importUrl(url, parentURL, []));
  if (resolve !== undefined) ArrayPrototypePush(chains.resolve, { __proto__: null, name: specifier, hook: resolve });
  if (load !== undefined) ArrayPrototypePush(chains.load, { __proto__: null, name: specifier, hook: load });
  return initialize?.(data);
}

const steps = {
  __proto__: null,
  resolve: { __proto__: null, next: 'nextResolve', subject: 'specifier', check: checkResolved, last: resolveLast },
  load: { __proto__: null, next: 'nextLoad', subject: 'url', check: checkLoaded, last: loadLast },
};

function runChain(kind, subject, context) {
  return step(kind, chains[kind].length - 1, subject, context);
}

async function step(kind, index, subject, context) {
  const { next, subject: name, check, last } = steps[kind];
  if (index < 0) return last(subject, context);
  const { name: loader, hook } = chains[kind][index];
  const who = `${loader} '${kind}'`;
  let calledNext = false;
  const { [next]: callNext } = { [next]: async (nextSubject, nextContext) => {
    calledNext = true;
    if (typeof nextSubject !== 'string') {
      throw new codes.ERR_INVALID_ARG_TYPE(`${who} hook's ${next}() ${name}`, ['string'], nextSubject);
    }
    if (kind === 'load' && !require('internal/url/url').URL.canParse(nextSubject)) {
      throw new codes.ERR_INVALID_ARG_VALUE(`${who} hook's ${next}() ${name}`, nextSubject, 'should be a URL string');
    }
    if (nextContext !== undefined) validateObject(nextContext, `${who} hook's ${next}() context`);
    return step(kind, index - 1, nextSubject, nextContext === undefined ? context : ObjectAssign({}, context, nextContext));
  } };
  const result = await hook(subject, context, callNext);
  if (typeof result !== 'object' || result === null) {
    throw new codes.ERR_INVALID_RETURN_VALUE('an object', `${who} hook's ${next}()`, result);
  }
  const { shortCircuit } = result;
  if (!calledNext && shortCircuit !== true) throw new codes.ERR_LOADER_CHAIN_INCOMPLETE(who);
  check(result, who);
  return result;
}

function refuse(expected, who, property, value) {
  throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE(expected, who, property, value);
}

function checkResolved({ url, format, importAttributes }, who) {
  if (typeof url !== 'string') refuse('a URL string', who, 'url', url);
  const { URL } = require('internal/url/url');
  if (!URL.canParse(url)) refuse('a URL string', who, 'url', url);
  if (format !== undefined && format !== null && typeof format !== 'string') refuse('a string', who, 'format', format);
  if (importAttributes !== undefined && (typeof importAttributes !== 'object' || importAttributes === null)) {
    refuse('an object', who, 'importAttributes', importAttributes);
  }
}

function checkLoaded({ format, source }, who) {
  if (typeof format !== 'string') {
    if (format !== null && format !== undefined) refuse('a string', who, 'format', format);
    throw new codes.ERR_UNKNOWN_MODULE_FORMAT(format, who);
  }
  if (typeof source === 'string' || source === null || source === undefined) return;
  const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/views');
  if (!isAnyArrayBuffer(source) && !isArrayBufferView(source)) {
    refuse('a string, an ArrayBuffer, or a TypedArray', who, 'source', source);
  }
}

function resolveLast(specifier, context) {
  const { formatOfUrl, resolve } = require('internal/modules/esm');
  const { parentURL } = context;
  const url = resolveAnyScheme(resolve, specifier, parentURL);
  return { __proto__: null, url, format: formatOfUrl(url) };
}

// Of which scheme a URL is matters when it is loaded, and a hook may do that.
function resolveAnyScheme(resolve, specifier, parentURL) {
  const { URL } = require('internal/url/url');
  try {
    return resolve(specifier, parentURL ?? 'file:///', parentURL === undefined);
  } catch (error) {
    const { code } = error;
    if (code === 'ERR_UNSUPPORTED_ESM_URL_SCHEME') return new URL(specifier, parentURL).href;
    if (code === 'ERR_MODULE_NOT_FOUND' || parentURL === undefined || StringPrototypeStartsWith(parentURL, 'file:')) throw error;
    if (RegExpPrototypeExec(/^\.{0,2}\//, specifier) === null || !URL.canParse(specifier, parentURL)) throw error;
    return new URL(specifier, parentURL).href;
  }
}

function loadLast(url, context) {
  const { readForHook } = require('internal/modules/esm');
  const entries = [];
  const attributes = context.importAttributes ?? {};
  for (const key in attributes) ArrayPrototypePush(entries, key, attributes[key]);
  const { format, responseURL, source } = readForHook(url, context, entries);
  return { format, responseURL, source: format === 'commonjs' ? undefined : source };
}

module.exports = { start };
