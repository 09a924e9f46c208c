// Random keys on an interface with a terminal: what is written, the line, the cursor and the events, key by key.
// More of them: random_keys.js FROM TO, which are seeds.
// @env TERM=xterm
'use strict';
const { EventEmitter } = require('node:events');
const readline = require('node:readline');

const [from = 0, to = 60] = process.argv.slice(2).map(Number);

// A xorshift generator: the same numbers on every runtime.
function generator(seed) {
  let state = (seed * 2654435761 + 88172645) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  for (let i = 0; i < 8; i++) next();
  const below = (n) => next() % n;
  return { below, pick: (list) => list[below(list.length)] };
}

const texts = [
  'a', 'b', 'foo', 'foo bar', ' ', '  x', 'hello world', 'one-two', '.', '((', 'fo', 'ap', 'al', 'z', '你好', '😀', 'é', 'e\u0301', '日本', '\u2028q',
  'a long text that does not fit into a narrow terminal', '🐕💻 wide', '1234567890', '\u200b', 'x\ty',
];
const keys = [
  '\x01', '\x02', '\x04', '\x05', '\x06', '\x08', '\x7f', '\x0b', '\x0c', '\x0e', '\x10', '\x14', '\x15', '\x17', '\x19', '\x1e', '\x1f', '\x1a', '\x03',
  '\x1b[A', '\x1b[B', '\x1b[C', '\x1b[D', '\x1b[H', '\x1b[F', '\x1b[3~', '\x1b[1;5C', '\x1b[1;5D', '\x1b[3;5~', '\x1b[3;6~', '\x1bb', '\x1bf', '\x1bd',
  '\x1by', '\x1b\x7f', '\x1b\b', '\x1b[1;2A', '\x1bOA', '\x1bOB', '\x1b[5~', '\x1b[25~', '\x1bx', '\x1b\r', '\x1b[Z', '\x00', '\x1c', '\x11', '\x18',
];
const histories = [
  [], ['one', 'two', 'foo', 'foobar', 'one'], ['first\nsecond\nthird', 'single', 'x\nlonger line of text here\n\ny', 'foo'], ['ab\ncd', 'ef\n', '\ngh'],
];
const words = ['apple', 'apply', 'alpha', 'foo', 'foobar', 'fob', 'b你', 'longer-name-than-others'];

function play(seed) {
  const { below, pick } = generator(seed);
  // Node itself loses its way in a line of several that does not fit, that holds anything but plain characters, or that has a prompt which is
  // not as wide as its second one.
  const history = [...pick(histories)];
  const isWide = history.some((line) => line.includes('\n'));
  const typed = isWide ? texts.filter((text) => /^[\w .()-]+$/.test(text)) : texts;
  const pressed = isWide ? keys.filter((key) => key !== '\x1c') : keys;
  let written = '';
  const input = Object.assign(new EventEmitter(), {
    resume() {}, pause() {}, isTTY: true, setRawMode(mode) { written += `{raw ${mode}}`; },
  });
  const output = Object.assign(new EventEmitter(), {
    columns: isWide ? pick([500, undefined]) : pick([10, 20, 20, 80, undefined]), isTTY: true, write(text) { written += text; },
  });
  const rl = readline.createInterface({
    input, output, terminal: true, crlfDelay: Infinity, prompt: isWide ? '$ ' : pick(['> ', '', 'prompt$ ', '\x1b[32mgreen\x1b[39m ', '你> ', 'two\nlines ']),
    history, historySize: pick([0, 3, 30]), removeHistoryDuplicates: below(2) === 0, tabSize: pick([8, 4]),
    completer: pick([undefined, (line) => {
      const last = /\S*$/.exec(line)[0];
      return [words.filter((word) => word.startsWith(last)), last];
    }, (line, callback) => callback(null, [[...words, '', 'other'], 'a'])]),
  });
  for (const event of ['line', 'close', 'pause', 'resume', 'history', 'SIGINT', 'SIGTSTP']) {
    rl.on(event, (value) => { written += `{${event}${value === undefined ? '' : ` ${JSON.stringify(value)}`}}`; });
  }
  const tell = (what) => {
    console.log(JSON.stringify(what), JSON.stringify(written), JSON.stringify(rl.line), rl.cursor, JSON.stringify(rl.getCursorPos()), rl.historyIndex, rl.prevRows);
    written = '';
  };
  console.log(`seed ${seed}`);
  if (below(4) > 0) rl.prompt();
  for (let i = 0; i < 40 && !rl.closed; i++) {
    const kind = below(100);
    let what;
    if (kind < 40) what = pick(typed);
    else if (kind < 82) what = pick(pressed);
    else if (kind < 86) what = `${pick(typed)}${pick(pressed)}${pick(pressed)}`;
    else if (kind < 90) what = pick(['\r', '\n', '\r\n', 'x\ny\r\nz']);
    else if (kind < 94) what = isWide ? '_' : '\t';
    else if (kind < 95) what = { columns: isWide ? 600 : pick([5, 12, 40]) };
    else if (kind < 96) what = { prompt: below(2) === 0 };
    else if (kind < 97) what = { write: pick(typed), key: pick([undefined, { ctrl: true, name: 'w' }, { name: 'left' }]) };
    else if (kind < 98) what = { question: isWide ? '? ' : 'what? ' };
    else if (kind < 99) what = { clearLine: true };
    else what = pick([{ pause: true }, { resume: true }]);
    if (typeof what === 'string') {
      input.emit('data', Buffer.from(what));
    } else if (what.columns !== undefined) {
      output.columns = what.columns;
      output.emit('resize');
    } else if (what.prompt !== undefined) {
      rl.prompt(what.prompt);
    } else if (what.write !== undefined) {
      rl.write(what.write, what.key);
    } else if (what.question !== undefined) {
      rl.question(what.question, (answer) => { written += `{answer ${JSON.stringify(answer)}}`; });
    } else {
      rl[Object.keys(what)[0]]();
    }
    tell(what);
  }
  rl.close();
}

for (let seed = from; seed < to; seed++) play(seed);
