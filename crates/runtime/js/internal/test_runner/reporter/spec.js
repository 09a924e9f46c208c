// The reporter `spec`: a tree for people to read, and at the end the tests that failed, each with its place and its error.
'use strict';

const {
  ArrayPrototypeForEach, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeUnshift, Date, DatePrototypeToLocaleString,
  StringPrototypeStartsWith,
} = primordials;
const { Transform } = require('internal/stream/transform');
const { colors, formatResult, indent, symbols } = require('internal/test_runner/reporter/words');

class SpecReporter extends Transform {
  // Tests that have started and are not told of yet.
  #started = [];
  // Those that were told of because of a subtest.
  #open = [];
  #failed = [];
  #cwd = process.cwd();

  constructor() {
    super({ __proto__: null, writableObjectMode: true });
  }

  #parents() {
    let text = '';
    while (this.#started.length > 0) {
      const parent = ArrayPrototypePop(this.#started);
      ArrayPrototypeUnshift(this.#open, parent);
      text += `${indent(parent.nesting)}${symbols.arrow}${parent.name}\n`;
    }
    return text;
  }

  #result(type, data) {
    ArrayPrototypeShift(this.#started);
    const before = this.#parents();
    const top = this.#open[0];
    if (top !== undefined && top.nesting === data.nesting && top.name === data.name) ArrayPrototypeShift(this.#open);
    return `${before}${formatResult(type, data, indent(data.nesting), false)}\n`;
  }

  #diagnostic(data, message) {
    const paint = colors();
    let color = paint.blue;
    if (data.level === 'warn') color = paint.yellow;
    else if (data.level === 'error') color = paint.red;
    return `${color}${indent(data.nesting)}${symbols['test:diagnostic']}${message}${paint.white}\n`;
  }

  #handle({ type, data }) {
    switch (type) {
      case 'test:fail':
        if (data.details?.error?.failureType !== 'subtestsFailed') ArrayPrototypePush(this.#failed, data);
        return this.#result(type, data);
      case 'test:pass':
        return this.#result(type, data);
      case 'test:start':
        ArrayPrototypeUnshift(this.#started, { __proto__: null, name: data.name, nesting: data.nesting });
        return '';
      case 'test:stderr':
      case 'test:stdout':
        return data.message;
      case 'test:diagnostic':
      case 'test:log':
        return this.#diagnostic(data, data.message);
      case 'test:coverage': {
        const { formatCoverage } = require('internal/test_runner/reporter/coverage_table');
        const paint = colors();
        return `${paint.blue}${formatCoverage(data.summary, `${indent(data.nesting)}${symbols['test:diagnostic']}`, paint, paint.blue)}${paint.white}`;
      }
      case 'test:summary':
        // The results of one file among several are not the last.
        return data.file === undefined ? this.#failures() : '';
      case 'test:watch:restarted':
        return `\nRestarted at ${DatePrototypeToLocaleString(new Date())}\n`;
      case 'test:interrupted':
        return this.#interrupted(data.tests);
      default:
        return '';
    }
  }

  #place(data) {
    if (!data.file) return '';
    const path = require('path').relative(this.#cwd, data.file);
    return `test at ${StringPrototypeStartsWith(path, '/') ? data.file : path}:${data.line}:${data.column}\n`;
  }

  #failures() {
    if (this.#failed.length === 0) return '';
    const paint = colors();
    let text = `\n${paint.red}${symbols['test:fail']}failing tests:${paint.white}\n`;
    ArrayPrototypeForEach(this.#failed, (data) => {
      text += `\n${this.#place(data)}${formatResult('test:fail', data)}`;
    });
    this.#failed = [];
    return text;
  }

  #interrupted(tests) {
    if (tests.length === 0) return '';
    const paint = colors();
    let text = `\n${paint.yellow}Interrupted while running:${paint.white}\n`;
    ArrayPrototypeForEach(tests, (data) => {
      text += `${indent(data.nesting)}${paint.yellow}${symbols.warning}${data.name} at ${require('path').relative(this.#cwd, data.file)}:${data.line}:${data.column}${paint.white}\n`;
    });
    return text;
  }

  _transform({ type, data }, encoding, callback) {
    callback(null, this.#handle({ __proto__: null, type, data }));
  }

  _flush(callback) {
    callback(null, this.#failures());
  }
}

module.exports = { SpecReporter };
