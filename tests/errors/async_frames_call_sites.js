// What Error.prepareStackTrace is given of those who wait, captureStackTrace, and the limit.
// @engine < 2.52
'use strict';

const { tick } = require('./_frames.js');

const asked = [
  'getTypeName', 'getFunctionName', 'getMethodName', 'getLineNumber', 'getColumnNumber', 'getPromiseIndex', 'isToplevel', 'isEval',
  'isNative', 'isConstructor', 'isAsync', 'isPromiseAll', 'getEvalOrigin',
];

async function leaf() { await tick(); throw new Error('x'); }
class Klass { async method() { await Promise.all([tick(), leaf()]); } }
async function settled() { const [result] = await Promise.allSettled([new Klass().method()]); throw result.reason; }
async function any() { try { await Promise.any([settled()]); } catch (error) { throw error.errors[0]; } }
async function capturing() { await tick(); const target = {}; Error.captureStackTrace(target); return target; }
async function deep(n) { if (n === 0) await leaf(); else await deep(n - 1); }

(async function main() {
  try {
    await any();
  } catch (error) {
    Error.prepareStackTrace = (_, sites) => sites;
    for (const site of error.stack.filter((site) => site.isAsync())) {
      console.log(asked.map((name) => `${name}=${site[name]()}`).join(' '));
      console.log(String(site).replaceAll(__dirname, '.'));
    }
    Error.prepareStackTrace = undefined;
  }
  const captured = await capturing();
  console.log(captured.stack.replaceAll(__dirname, '.'));
  for (const limit of [1, 3, 10, 50]) {
    Error.stackTraceLimit = limit;
    try {
      await deep(14);
    } catch (error) {
      console.log(limit, error.stack.split('\n').filter((line) => !line.includes('node:')).length);
    }
  }
})();
