// `--test --watch`: after a run its files are watched, with all that they loaded, and those run again that a change concerns.
'use strict';

const { ArrayPrototypeFilter, ArrayPrototypeForEach, ArrayPrototypeIncludes, ArrayPrototypePush, SafeMap, SafeSet } = primordials;

// Writing a file takes more than one event.
const SETTLE_MS = 200;

class TestWatcher {
  #files;
  #tree;
  // The test files that loaded a file.
  #users = new SafeMap();
  #running = new SafeMap();
  #changed = new SafeSet();
  #timer;
  #findFiles;
  #onChange;

  // `findFiles` looks for test files again, `onChange` gets those that are to run.
  constructor(cwd, isGiven, findFiles, onChange) {
    const { Files } = require('internal/watch/program');
    this.#findFiles = findFiles;
    this.#onChange = onChange;
    this.#files = new Files((path) => this.#note(path));
    if (!isGiven) {
      this.#tree = new Files((path) => {
        if (!this.#users.has(path)) this.#note(path);
      });
      this.#tree.addTree(cwd);
    }
  }

  #note(path) {
    const { clearTimeout, setTimeout } = require('internal/test_runner/real_timers');
    this.#changed.add(path);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), SETTLE_MS);
  }

  async #settle() {
    const changed = this.#changed;
    this.#changed = new SafeSet();
    const found = this.#findFiles();
    const concerned = ArrayPrototypeFilter(found, (file) => {
      let isConcerned = !this.#users.has(file) && changed.has(file);
      changed.forEach((path) => {
        isConcerned ||= this.#users.get(path)?.has(file) === true;
      });
      return isConcerned;
    });
    if (concerned.length === 0) return;
    const ended = [];
    ArrayPrototypeForEach(concerned, (file) => {
      const child = this.#running.get(file);
      if (child === undefined) return;
      ArrayPrototypePush(ended, new primordials.Promise((resolve) => {
        child.once('close', resolve);
      }));
      child.kill();
    });
    for (let i = 0; i < ended.length; i++) await ended[i];
    this.#onChange(concerned);
  }

  // A test file has loaded these.
  use(testFile, files) {
    ArrayPrototypeForEach(files, (file) => {
      let users = this.#users.get(file);
      if (users === undefined) this.#users.set(file, users = new SafeSet());
      users.add(testFile);
      this.#files.add(file);
    });
  }

  start(testFile, child) {
    this.use(testFile, [testFile]);
    this.#running.set(testFile, child);
    child.on('message', (message) => {
      const files = message?.['watch:require'] ?? message?.['watch:import'];
      if (files !== undefined && !ArrayPrototypeIncludes(files, undefined)) this.use(testFile, files);
    });
    child.once('close', () => {
      if (this.#running.get(testFile) === child) this.#running.delete(testFile);
    });
  }

  close() {
    require('internal/test_runner/real_timers').clearTimeout(this.#timer);
    this.#files.clear();
    this.#tree?.clear();
    this.#running.forEach((child) => child.kill());
  }
}

module.exports = { TestWatcher };
