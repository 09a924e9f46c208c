// The events of a run, as a stream that reporters read: `{ type, data }`, and each also as an event of its own name.
'use strict';

const { ArrayPrototypePush, ArrayPrototypeShift, NumberMAX_SAFE_INTEGER, Symbol } = primordials;
const { Readable } = require('internal/stream/readable');

const kEmit = Symbol('emit message');

class TestsStream extends Readable {
  #buffer = [];
  #canPush = true;

  constructor() {
    super({ __proto__: null, objectMode: true, highWaterMark: NumberMAX_SAFE_INTEGER });
  }

  _read() {
    this.#canPush = true;
    while (this.#buffer.length > 0) {
      if (!this.#tryPush(ArrayPrototypeShift(this.#buffer))) return;
    }
  }

  #tryPush(message) {
    if (this.#canPush) this.#canPush = this.push(message);
    else ArrayPrototypePush(this.#buffer, message);
    return this.#canPush;
  }

  [kEmit](type, data) {
    this.emit(type, data);
    this.#tryPush({ type, data });
  }

  enqueue(test, type) {
    this[kEmit]('test:enqueue', {
      __proto__: null, nesting: test.nesting, name: test.name, type, testId: test.testId, parentId: test.parentId, tags: test.tags, ...test.place,
    });
  }

  dequeue(test, type) {
    this[kEmit]('test:dequeue', {
      __proto__: null, nesting: test.nesting, name: test.name, type, testId: test.testId, parentId: test.parentId, tags: test.tags, ...test.place,
    });
  }

  start(test) {
    this[kEmit]('test:start', {
      __proto__: null, nesting: test.nesting, name: test.name, testId: test.testId, parentId: test.parentId, tags: test.tags, ...test.place,
    });
  }

  complete(test, details, directive) {
    this[kEmit]('test:complete', this.#result(test, details, directive));
  }

  ok(test, details, directive) {
    this[kEmit]('test:pass', this.#report(test, details, directive));
  }

  fail(test, details, directive) {
    this[kEmit]('test:fail', this.#report(test, details, directive));
  }

  #result(test, details, directive, more) {
    return {
      __proto__: null, name: test.name, nesting: test.nesting, testNumber: test.testNumber, testId: test.testId, parentId: test.parentId, details,
      tags: test.tags, ...more, ...test.place, ...directive,
    };
  }

  #report(test, details, directive) {
    const more = details.classname === undefined ? undefined : { __proto__: null, classname: details.classname };
    return this.#result(test, details, directive, more);
  }

  plan(nesting, place, count) {
    this[kEmit]('test:plan', { __proto__: null, nesting, count, ...place });
  }

  diagnostic(nesting, place, message, level = 'info') {
    this[kEmit]('test:diagnostic', { __proto__: null, nesting, message, level, ...place });
  }

  log(test, message, data) {
    this[kEmit]('test:log', {
      __proto__: null, name: test.name, nesting: test.nesting, testId: test.testId, parentId: test.parentId, message, data, ...test.place,
    });
  }

  coverage(nesting, place, summary) {
    this[kEmit]('test:coverage', { __proto__: null, nesting, summary, ...place });
  }

  watchDrained() {
    this[kEmit]('test:watch:drained');
  }

  watchRestarted() {
    this[kEmit]('test:watch:restarted');
  }

  summary(data) {
    this[kEmit]('test:summary', { __proto__: null, ...data });
  }

  interrupted(tests) {
    this[kEmit]('test:interrupted', { __proto__: null, tests });
  }

  end() {
    this.#tryPush(null);
  }
}

// A test that is filtered out tells nobody.
const silent = {
  __proto__: null,
  enqueue() {}, dequeue() {}, start() {}, complete() {}, ok() {}, fail() {}, plan() {}, diagnostic() {}, log() {}, coverage() {}, summary() {}, interrupted() {}, end() {},
};

module.exports = { TestsStream, silent, kEmit };
