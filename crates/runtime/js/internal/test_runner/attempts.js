// `--test-rerun-failures`: a file that says which tests have passed in earlier attempts. Those do not run again.
'use strict';

const {
  ArrayPrototypeForEach, ArrayPrototypePush, JSONParse, JSONStringify, ObjectAssign, SafeMap, StringPrototypeStartsWith,
} = primordials;

// The tests of a file that stand at one place are told apart by their number.
class Places {
  #seen = new SafeMap();
  #cwd;

  constructor(cwd) {
    this.#cwd = cwd;
  }

  nameOf({ file, line, column }) {
    const path = file !== undefined && StringPrototypeStartsWith(file, '/') ? require('path').relative(this.#cwd, file) : file;
    const name = `${path}:${line}:${column}`;
    const count = this.#seen.get(name) ?? 0;
    this.#seen.set(name, count + 1);
    return count === 0 ? name : `${name}:(${count})`;
  }
}

class Attempts {
  #before;
  #path;
  #cwd;
  #places;

  constructor(path, cwd) {
    const { readFileSync } = require('fs');
    this.#path = require('path').resolve(cwd, path);
    this.#cwd = cwd;
    this.#places = new Places(cwd);
    let text;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    this.#before = text === undefined || text === '' ? [] : JSONParse(text);
    this.number = this.#before.length;
  }

  // What is known of a test that passed before.
  passed(place) {
    if (place === undefined) return undefined;
    const name = this.#places.nameOf(place);
    return this.number === 0 ? undefined : this.#before[this.number - 1][name];
  }

  // Writes down what passes, when all is over.
  record(events) {
    const places = new Places(this.#cwd);
    const names = new SafeMap();
    const children = new SafeMap();
    const passed = {};
    const keyOf = (data, id) => `${data.entryFile ?? data.file}:${id}`;
    events.on('test:start', (data) => {
      names.set(keyOf(data, data.testId), places.nameOf(data));
      const parent = keyOf(data, data.parentId);
      const list = children.get(parent);
      if (list === undefined) children.set(parent, [data]);
      else ArrayPrototypePush(list, data);
    });
    events.on('test:pass', (data) => {
      const name = names.get(keyOf(data, data.testId)) ?? places.nameOf(data);
      const own = [];
      ArrayPrototypeForEach(children.get(keyOf(data, data.testId)) ?? [], (child) => ArrayPrototypePush(own, child));
      passed[name] = {
        name: data.name, children: own, passed_on_attempt: data.details.passed_on_attempt ?? data.details.attempt ?? this.number, duration_ms: data.details.duration_ms,
      };
    });
    return () => {
      const all = ObjectAssign([], this.#before);
      ArrayPrototypePush(all, passed);
      require('fs').writeFileSync(this.#path, JSONStringify(all, null, 2));
    };
  }
}

module.exports = { Attempts };
