// What each key does on a terminal.
'use strict';

const { DateNow, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice } = primordials;

const { clearScreenDown, cursorTo } = require('internal/tty/cursor');
const { lengthLeft, lengthRight } = require('internal/readline/display');

const LINE_END = /\r\n|\n|\r|\u2028|\u2029/g;

// A line of several: whether there is one above or below the cursor's.
const hasLineAbove = (iface) =>
  iface._isMultiline && iface.cursor > 0 && StringPrototypeLastIndexOf(iface.line, '\n', iface.cursor - 1) !== -1;
const hasLineBelow = (iface) => iface._isMultiline && StringPrototypeIndexOf(iface.line, '\n', iface.cursor) !== -1;

const actions = {
  __proto__: null,
  left: (iface) => iface._moveCursor(-lengthLeft(iface.line, iface.cursor)),
  right: (iface) => iface._moveCursor(lengthRight(iface.line, iface.cursor)),
  home: (iface) => iface._moveCursor(-Infinity),
  end: (iface) => iface._moveCursor(Infinity),
  wordLeft: (iface) => iface._wordLeft(),
  wordRight: (iface) => iface._wordRight(),
  deleteLeft: (iface) => iface._deleteLeft(),
  deleteRight: (iface) => iface._deleteRight(),
  deleteWordLeft: (iface) => iface._deleteWordLeft(),
  deleteWordRight: (iface) => iface._deleteWordRight(),
  deleteLineLeft: (iface) => iface._deleteLineLeft(),
  deleteLineRight: (iface) => iface._deleteLineRight(),
  yank: (iface) => iface._yank(),
  yankPop: (iface) => iface._yankPop(),
  undo: (iface) => iface._undo(),
  redo: (iface) => iface._redo(),
  historyNext: (iface) => iface._historyNext(),
  historyPrevious: (iface) => iface._historyPrev(),
  up: (iface) => (hasLineAbove(iface) ? iface._moveOverLines(-1) : iface._historyPrev()),
  down: (iface) => (hasLineBelow(iface) ? iface._moveOverLines(1) : iface._historyNext()),

  interrupt(iface) {
    if (iface.listenerCount('SIGINT') > 0) {
      iface.emit('SIGINT');
      return;
    }
    iface.close();
    iface._onInterrupt?.();
  },

  // Without a line it is the end of the input.
  deleteOrEnd(iface) {
    if (iface.cursor === 0 && iface.line.length === 0) iface.close();
    else if (iface.cursor < iface.line.length) iface._deleteRight();
  },

  clearScreen(iface) {
    cursorTo(iface.output, 0, 0);
    clearScreenDown(iface.output);
    iface._refreshLine();
  },

  suspend(iface) {
    if (iface.listenerCount('SIGTSTP') > 0) {
      iface.emit('SIGTSTP');
      return;
    }
    process.once('SIGCONT', () => {
      // Nothing else can have woken it up; whoever listens may have wanted to know.
      if (!iface.paused) {
        iface.pause();
        iface.emit('SIGCONT');
      }
      iface._setRawMode(true);
      iface._refreshLine();
    });
    iface._setRawMode(false);
    process.kill(process.pid, 'SIGTSTP');
  },

  return(iface) {
    iface._sawReturnAt = DateNow();
    iface._line();
  },

  // A line feed right after a return belongs to it.
  enter(iface) {
    if (iface._sawReturnAt === 0 || DateNow() - iface._sawReturnAt > iface.crlfDelay) iface._line();
    iface._sawReturnAt = 0;
  },
};

const plain = {
  __proto__: null,
  return: 'return', enter: 'enter', backspace: 'deleteLeft', delete: 'deleteRight', left: 'left', right: 'right', home: 'home', end: 'end',
  up: 'up', down: 'down',
};

const control = {
  __proto__: null,
  c: 'interrupt', h: 'deleteLeft', d: 'deleteOrEnd', u: 'deleteLineLeft', k: 'deleteLineRight', a: 'home', e: 'end', b: 'left', f: 'right',
  l: 'clearScreen', n: 'historyNext', p: 'historyPrevious', y: 'yank', z: 'suspend', w: 'deleteWordLeft', backspace: 'deleteWordLeft',
  delete: 'deleteWordRight', left: 'wordLeft', right: 'wordRight',
};

const controlShift = { __proto__: null, backspace: 'deleteLineLeft', delete: 'deleteLineRight' };

const meta = {
  __proto__: null,
  b: 'wordLeft', f: 'wordRight', d: 'deleteWordRight', delete: 'deleteWordRight', backspace: 'deleteWordLeft', y: 'yankPop',
};

// Control with - and with 6, which terminals send as characters of their own.
const sequences = { '__proto__': null, '\x1f': 'undo', '\x1e': 'redo' };

function press(iface, text, key) {
  const previous = iface._previousKey;
  iface._previousKey = key;
  if (!key.meta || key.name !== 'y') {
    if (!(key.ctrl && key.name === 'y')) iface._isYanking = false;
  }
  const isVertical = key.name === 'up' || key.name === 'down';
  if (!isVertical) iface._column = undefined;
  if (isVertical && !key.ctrl && !key.meta && !key.shift && !iface._isMultiline) {
    iface._history.search ??= StringPrototypeSlice(iface.line, 0, iface.cursor);
  } else {
    iface._history.endSearch();
  }

  const bySequence = sequences[key.sequence];
  if (bySequence !== undefined) {
    actions[bySequence](iface);
    return;
  }
  // The escape key does nothing.
  if (key.name === 'escape') return;
  if (key.ctrl && key.shift) {
    run(iface, controlShift[key.name]);
    return;
  }
  if (key.ctrl) {
    run(iface, control[key.name]);
    return;
  }
  if (key.meta) {
    run(iface, meta[key.name]);
    return;
  }
  if (iface._sawReturnAt && key.name !== 'enter') iface._sawReturnAt = 0;
  if (plain[key.name] !== undefined) {
    actions[plain[key.name]](iface);
    return;
  }
  if (key.name === 'tab' && typeof iface.completer === 'function' && iface.isCompletionEnabled) {
    iface._tabComplete(previous !== null && previous.name === 'tab');
    return;
  }
  insert(iface, text);
}

// A terminal that can only print: characters are added at the end, and nothing is drawn again.
function pressDumb(iface, text, key) {
  if (key.name === 'escape') return;
  if (iface._sawReturnAt && key.name !== 'enter') iface._sawReturnAt = 0;
  if (key.ctrl) {
    if (key.name === 'c') actions.interrupt(iface);
    else if (key.name === 'd') iface.close();
    return;
  }
  if (key.name === 'return' || key.name === 'enter') {
    actions[key.name](iface);
    return;
  }
  if (typeof text !== 'string' || text === '') return;
  iface.line += text;
  iface.cursor += text.length;
  iface._writeToOutput(text);
}

function run(iface, name) {
  if (name !== undefined) actions[name](iface);
}

// A text that may hold several lines, each of which but the last is entered.
function insert(iface, text) {
  if (typeof text !== 'string' || text === '') return;
  let start = 0;
  LINE_END.lastIndex = 0;
  let match;
  while ((match = RegExpPrototypeExec(LINE_END, text)) !== null) {
    const next = LINE_END.lastIndex;
    const line = StringPrototypeSlice(text, start, match.index);
    if (line !== '') iface._insertString(line);
    iface._line();
    start = next;
    LINE_END.lastIndex = next;
  }
  const rest = StringPrototypeSlice(text, start);
  if (rest !== '') iface._insertString(rest);
}

module.exports = { press, pressDumb };
