// `--watch`: the program as a child of this process, started again when one of the files it has loaded changes.
//
// The child tells of its files over its channel (internal/watch/report). Folders are watched, not files: an editor that
// writes a new file in the place of the old one would else be lost after the first time.
'use strict';

const {
  ArrayPrototypeConcat, ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSlice, SafeMap, SafeSet, StringPrototypeIndexOf, StringPrototypeStartsWith,
} = primordials;
const { getOptionValue } = require('internal/options');

// Writing a file takes more than one event.
const SETTLE_MS = 200;

const VALUES = new SafeSet(['--watch-path', '--watch-kill-signal']);

// The command line of the child: this one without the watching.
function childArguments(path) {
  const words = [];
  const { execArgv } = process;
  for (let i = 0; i < execArgv.length; i++) {
    const word = execArgv[i];
    if (!StringPrototypeStartsWith(word, '--watch')) {
      ArrayPrototypePush(words, word);
      continue;
    }
    const equals = StringPrototypeIndexOf(word, '=');
    if (equals === -1 && VALUES.has(word)) i++;
  }
  return ArrayPrototypeConcat(words, path, ArrayPrototypeSlice(process.argv, 2));
}

class Files {
  #folders = new SafeMap();
  #onChange;

  constructor(onChange) {
    this.#onChange = onChange;
  }

  // One file, by the folder it is in.
  add(path) {
    const { basename, dirname } = require('path');
    const folder = dirname(path);
    let entry = this.#folders.get(folder);
    if (entry === undefined) {
      const names = new SafeSet();
      entry = { names, watcher: this.#watch(folder, false, (name) => names.has(name)) };
      this.#folders.set(folder, entry);
    }
    entry.names.add(basename(path));
  }

  addTree(path) {
    if (!this.#folders.has(path)) this.#folders.set(path, { watcher: this.#watch(path, true, () => true) });
  }

  #watch(folder, recursive, isOurs) {
    try {
      const watcher = require('fs').watch(folder, { __proto__: null, recursive }, (event, name) => {
        if (name === null || isOurs(name)) this.#onChange(name === null ? folder : require('path').join(folder, name));
      });
      // A folder that goes away is not worth a crash.
      watcher.on('error', () => {});
      return watcher;
    } catch (error) {
      if (recursive) throw error;
      return undefined;
    }
  }

  clear() {
    this.#folders.forEach(({ watcher }) => watcher?.close());
    this.#folders = new SafeMap();
  }
}

function watchProgram(path) {
  const { resolve } = require('path');
  const { inspect } = require('internal/util/inspect');
  const { validateSignalName } = require('internal/validators');
  const { styleText } = require('util');
  const killSignal = getOptionValue('--watch-kill-signal') ?? 'SIGTERM';
  validateSignalName(killSignal);
  const roots = getOptionValue('--watch-path') ?? [];
  const preserves = getOptionValue('--watch-preserve-output') === true;
  const { isTTY } = process.stdout;
  const paint = (color, text) => (isTTY ? styleText(color, text) : text);
  const shown = inspect(ArrayPrototypeJoin(ArrayPrototypeConcat([path], ArrayPrototypeSlice(process.argv, 2)), ' '));
  const words = childArguments(path);

  let child;
  let hasEnded = true;
  let timer;
  let lastCode = 0;
  const files = new Files((changed) => {
    clearTimeout(timer);
    timer = setTimeout(restart, SETTLE_MS, changed);
  });

  function start() {
    const { spawn } = require('child_process');
    hasEnded = false;
    const stdio = roots.length > 0 ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc'];
    const started = child = spawn(process.execPath, words, { __proto__: null, stdio, env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' } });
    child.on('message', (message) => {
      const reported = message?.['watch:require'] ?? message?.['watch:import'];
      if (reported !== undefined) ArrayPrototypeForEach(reported, (file) => files.add(file));
    });
    child.once('exit', (code) => {
      if (started !== child) return;
      hasEnded = true;
      lastCode = code ?? 0;
      const waiting = 'Waiting for file changes before restarting...';
      process.stdout.write(code === 0 ? `${paint('blue', `Completed running ${shown}. ${waiting}`)}\n` : `${paint('red', `Failed running ${shown}. ${waiting}`)}\n`);
    });
  }

  function stop(by, then) {
    if (hasEnded) {
      then();
      return;
    }
    const old = child;
    child = undefined;
    old.once('exit', then);
    old.kill(by);
  }

  function restart(changed) {
    process.stdout.write(`${paint('blue', `Change detected in ${inspect(changed)}`)}\n`);
    if (!preserves && isTTY) process.stdout.write('\u001bc');
    process.stdout.write(`${paint('green', `Restarting ${shown}`)}\n`);
    stop(killSignal, () => {
      files.clear();
      lastCode = 0;
      watchFiles();
      start();
    });
  }

  function watchFiles() {
    if (roots.length > 0) ArrayPrototypeForEach(roots, (root) => files.addTree(resolve(root)));
    else files.add(resolve(path));
    ArrayPrototypeForEach(getOptionValue('--env-file') ?? [], (file) => files.add(resolve(file)));
  }

  const { setTimeout, clearTimeout } = require('timers');
  ArrayPrototypeForEach(['SIGTERM', 'SIGINT'], (signal) => {
    process.on(signal, () => stop(signal, () => process.exit(lastCode)));
  });
  watchFiles();
  start();
}

module.exports = { Files, watchProgram };
