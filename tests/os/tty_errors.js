// Descriptors that are no terminals, and what the streams of terminals are called.
'use strict';
const fs = require('fs');
const tty = require('tty');
const file = fs.openSync(__filename);
console.log(Object.keys(tty), tty.isatty(0), tty.isatty(-1), tty.isatty('x'), tty.isatty(1.5), tty.isatty(2 ** 40), tty.isatty());
for (const fd of [-1, 'a', 1.5, undefined, file, 5000]) {
  for (const Stream of [tty.ReadStream, tty.WriteStream]) {
    try {
      console.log(fd === file ? 'file' : fd, new Stream(fd));
    } catch (error) {
      console.log(fd === file ? 'file' : fd, Stream.name, error.name, error.code, error.message);
    }
  }
}
const piped = new tty.WriteStream(1);
console.log(piped.isTTY, piped.fd, piped.columns, piped.rows, piped.getWindowSize(), piped.writable);
const { cursorTo, moveCursor, clearLine, clearScreenDown } = tty.WriteStream.prototype;
const screen = {
  write(text, callback) {
    console.log(JSON.stringify(text), typeof callback);
    return true;
  },
};
const attempts = [
  () => cursorTo.call(screen, 1), () => cursorTo.call(screen, 1, 2), () => cursorTo.call(screen, 1, 2, () => {}), () => cursorTo.call(screen, 1, () => {}),
  () => cursorTo.call(screen), () => cursorTo.call(screen, 'a', 1), () => cursorTo.call(screen, NaN), () => cursorTo.call(screen, 1, NaN),
  () => cursorTo.call(screen, 1, 2, 3), () => moveCursor.call(screen, 1, -2), () => moveCursor.call(screen, -1, 2), () => moveCursor.call(screen, 0, 0),
  () => moveCursor.call(screen, 0, 0, 1), () => clearLine.call(screen, -1), () => clearLine.call(screen, 0), () => clearLine.call(screen, 1),
  () => clearLine.call(screen, 0, 'x'), () => clearScreenDown.call(screen), () => clearScreenDown.call(screen, null),
];
for (const attempt of attempts) {
  try {
    console.log(attempt());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
