// The history of a REPL in a file, newest first, one entry a line.
//
// Each line that is entered is written soon after, together with those that come in the meantime.
'use strict';

const { ArrayPrototypeFilter, ArrayPrototypeJoin, RegExpPrototypeSymbolSplit, StringPrototypeTrim } = primordials;

const DELAY_MS = 15;

class HistoryFile {
  #server;
  #path;
  #timer;
  #isWriting = false;
  #isWanted = false;
  #waiting = [];

  constructor(server, path) {
    this.#server = server;
    this.#path = path;
  }

  get isBusy() {
    return this.#isWriting || this.#timer !== undefined;
  }

  whenDone(callback) {
    this.#waiting.push(callback);
    this.#write();
  }

  schedule() {
    this.#isWanted = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), DELAY_MS);
  }

  #write() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWriting) return;
    if (!this.#isWanted) {
      this.#tellDone();
      return;
    }
    this.#isWanted = false;
    this.#isWriting = true;
    const text = ArrayPrototypeJoin(this.#server.history, '\n');
    // What can not be written is not worth more than the session.
    require('fs').writeFile(this.#path, text, { mode: 0o600 }, () => {
      this.#isWriting = false;
      if (this.#isWanted) {
        this.#write();
        return;
      }
      this.#server.emit('flushHistory');
      this.#tellDone();
    });
  }

  #tellDone() {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let i = 0; i < waiting.length; i++) waiting[i]();
  }
}

function say(server, text) {
  server._writeToOutput(text);
  server._refreshLine();
}

// Whoever looks for what is not kept learns why it is not there, once.
function tellWhenAsked(server) {
  server._historyPrev = function() {
    if (server.history.length === 0) {
      say(server, '\nPersistent history support disabled. Set the NODE_REPL_HISTORY environment\nvariable to a valid, user-writable path to enable.\n');
    }
    delete server._historyPrev;
    server._historyPrev();
  };
}

function setup(server, options, callback) {
  if (typeof options === 'string' || options === undefined || options === null) options = { filePath: options, onHistoryFileLoaded: callback };
  const done = options.onHistoryFileLoaded ?? callback ?? (() => {});
  if (options.size !== undefined) server._history.size = options.size;
  if (options.removeHistoryDuplicates !== undefined) server._history.removesDuplicates = !!options.removeHistoryDuplicates;
  let path = typeof options.filePath === 'string' ? StringPrototypeTrim(options.filePath) : options.filePath;
  // An empty name says that nothing is to be kept.
  if (path === '') {
    tellWhenAsked(server);
    done(null, server);
    return;
  }
  if (!path) {
    try {
      path = require('path').join(require('os').homedir(), '.node_repl_history');
    } catch {
      say(server, '\nError: Could not get the home directory.\nREPL session history will not be persisted.\n');
      tellWhenAsked(server);
      done(null, server);
      return;
    }
  }
  server.pause();
  const fs = require('fs');
  fs.open(path, 'a+', 0o0600, (error, fd) => {
    if (error) {
      giveUp(server, done);
      return;
    }
    fs.readFile(fd, 'utf8', (failure, text) => {
      fs.close(fd, () => {
        if (failure) {
          giveUp(server, done);
          return;
        }
        take(server, path, text);
        done(null, server);
      });
    });
  });
}

function giveUp(server, done) {
  say(server, '\nError: Could not open history file.\nREPL session history will not be persisted.\n');
  tellWhenAsked(server);
  resume(server);
  done(null, server);
}

function resume(server) {
  if (!server.closed) server.resume();
}

function take(server, path, text) {
  const entries = ArrayPrototypeFilter(RegExpPrototypeSymbolSplit(/\r?\n+/, text), (entry) => entry !== '');
  entries.length = Math.min(entries.length, server.historySize);
  server._history.set(entries);
  const file = new HistoryFile(server, path);
  server._historyFile = file;
  server.on('line', () => file.schedule());
  server.once('exit', () => {
    if (!file.isBusy) return;
    require('fs').writeFileSync(path, ArrayPrototypeJoin(server.history, '\n'), { mode: 0o600 });
  });
  resume(server);
}

module.exports = { setup };
