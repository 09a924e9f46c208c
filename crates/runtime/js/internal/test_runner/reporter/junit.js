// The reporter `junit`: XML in the form of JUnit.
'use strict';

const {
  ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypeJoin, ArrayPrototypePush, Date, DatePrototypeToISOString, NumberPrototypeToFixed, ObjectEntries, StringPrototypeRepeat,
  StringPrototypeReplaceAll, StringPrototypeTrim,
} = primordials;

function escapeAttribute(text) {
  let result = StringPrototypeReplaceAll(`${text}`, '&', '&amp;');
  result = StringPrototypeReplaceAll(result, '<', '&lt;');
  result = StringPrototypeReplaceAll(result, '"', '&quot;');
  return StringPrototypeReplaceAll(result, '\n', '&#10;');
}

function escapeContent(text) {
  return StringPrototypeReplaceAll(StringPrototypeReplaceAll(`${text}`, '&', '&amp;'), '<', '&lt;');
}

function escapeComment(text) {
  return StringPrototypeReplaceAll(`${text}`, '--', '&#45;&#45;');
}

function indent(depth) {
  return StringPrototypeRepeat('\t', depth);
}

function serialize(node, depth) {
  const prefix = indent(depth);
  if (node.comment !== undefined) return `${prefix}<!-- ${escapeComment(node.comment)} -->\n`;
  const attributes = ArrayPrototypeJoin(ArrayPrototypeMap(ObjectEntries(node.attributes), ({ 0: key, 1: value }) => ` ${key}="${escapeAttribute(value)}"`), '');
  if (node.text !== undefined) return `${prefix}<${node.tag}${attributes}>\n${escapeContent(node.text)}\n${prefix}</${node.tag}>\n`;
  if (node.children.length === 0) return `${prefix}<${node.tag}${attributes}/>\n`;
  const children = ArrayPrototypeJoin(ArrayPrototypeMap(node.children, (child) => serialize(child, depth + 1)), '');
  return `${prefix}<${node.tag}${attributes}>\n${children}${prefix}</${node.tag}>\n`;
}

function isFailed(node) {
  return node.hasFailed || ArrayPrototypeFilter(node.children, (child) => child.tag === 'failure').length > 0;
}

function isSkipped(node) {
  return ArrayPrototypeFilter(node.children, (child) => child.tag === 'skipped').length > 0;
}

class Tree {
  roots = [];
  current = null;

  start(data) {
    const parent = this.current;
    this.current = {
      __proto__: null, attributes: { __proto__: null, name: data.name }, nesting: data.nesting, parent, children: [], startedAt: new Date(), hasFailed: false,
    };
    if (parent === null) return;
    ArrayPrototypePush(parent.children, this.current);
  }

  finish(type, data) {
    // A test that failed before it was told of.
    if (this.current === null || this.current.attributes.name !== data.name || this.current.nesting !== data.nesting) this.start(data);
    const node = this.current;
    this.current = node.parent;
    const { attributes } = node;
    attributes.time = NumberPrototypeToFixed(data.details.duration_ms / 1000, 6);
    const tests = ArrayPrototypeFilter(node.children, (child) => child.comment === undefined);
    if (tests.length > 0) {
      node.tag = 'testsuite';
      attributes.disabled = 0;
      attributes.errors = 0;
      attributes.tests = tests.length;
      attributes.failures = ArrayPrototypeFilter(tests, isFailed).length;
      attributes.skipped = ArrayPrototypeFilter(tests, isSkipped).length;
      attributes.timestamp = DatePrototypeToISOString(node.startedAt);
      attributes.hostname = require('os').hostname();
      node.hasFailed = type === 'test:fail';
    } else {
      this.#case(node, type, data);
    }
    if (node.parent === null) ArrayPrototypePush(this.roots, node);
  }

  comment(message) {
    ArrayPrototypePush(this.current === null ? this.roots : this.current.children, { __proto__: null, comment: message });
  }

  #case(node, type, data) {
    const { attributes } = node;
    node.tag = 'testcase';
    attributes.classname = data.classname ?? 'test';
    if (data.file) attributes.file = data.file;
    const leaf = (tag, more) => ArrayPrototypePush(node.children, { __proto__: null, tag, attributes: more, children: [] });
    if (data.skip !== undefined) leaf('skipped', { __proto__: null, type: 'skipped', message: data.skip });
    if (data.todo !== undefined) leaf('skipped', { __proto__: null, type: 'todo', message: data.todo });
    if (type !== 'test:fail') return;
    const error = data.details?.error;
    const message = error?.message ?? '';
    const { inspectSafely: inspect } = require('internal/test_runner/failure');
    ArrayPrototypePush(node.children, {
      __proto__: null, tag: 'failure', attributes: { __proto__: null, type: error?.failureType ?? error?.code, message: StringPrototypeTrim(message) },
      children: [], text: inspect(error, { __proto__: null, colors: false, breakLength: Infinity }),
    });
    attributes.failure = message;
  }
}

async function* junitReporter(source) {
  yield '<?xml version="1.0" encoding="utf-8"?>\n';
  yield '<testsuites>\n';
  const tree = new Tree();
  for await (const { type, data } of source) {
    if (type === 'test:start') tree.start(data);
    else if (type === 'test:pass' || type === 'test:fail') tree.finish(type, data);
    else if (type === 'test:diagnostic' || type === 'test:log') tree.comment(data.message);
  }
  for (let i = 0; i < tree.roots.length; i++) yield serialize(tree.roots[i], 1);
  yield '</testsuites>\n';
}

module.exports = { junitReporter };
