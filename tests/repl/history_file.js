// The history of a REPL: kept in a file from one session to the next, newest first, as many lines as are asked for.
// @timeout 30000
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const repl = require('repl');
const { PassThrough } = require('stream');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'history-'));
const file = path.join(folder, 'history');
const isHere = (name) => fs.existsSync(path.join(folder, name));

// A session of these lines; what the history was before the first of them.
function session(lines, historyFile, size) {
  return new Promise((resolve) => {
    const input = new PassThrough();
    const output = new PassThrough();
    output.resume();
    const server = repl.start({ input, output, terminal: true, prompt: '', useColors: false, preview: false, historySize: size });
    server.setupHistory(historyFile, (error, same) => {
      if (error !== null) throw error;
      console.log('begins with', same === server, server.history);
      for (const line of lines) input.write(`${line}\r`);
      setTimeout(() => {
        const { history } = server;
        server.once('exit', () => {
          console.log('ends with', history);
          setTimeout(resolve, 100);
        });
        server.close();
      }, 200);
    });
  });
}

(async () => {
  await session(['let a = 1', 'a + 1', 'a + 1', ' spaces'], file);
  console.log(JSON.stringify(fs.readFileSync(file, 'utf8')), (fs.statSync(file).mode & 0o777).toString(8));
  await session(['a = [1,', '2]', '"last"'], file);
  console.log(JSON.stringify(fs.readFileSync(file, 'utf8')));
  await session(['one', 'two', 'three'], file, 2);
  fs.writeFileSync(file, 'old\r\nolder\n\noldest');
  await session([], file);
  await session(['1'], path.join(folder, 'no', 'such', 'folder'));
  console.log(isHere('no'));
  fs.rmSync(folder, { recursive: true });
})();
