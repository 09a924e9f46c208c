// Messages that do not fit into one read or one write, in both directions, with characters of every width.
'use strict';

const { fork } = require('child_process');

const texts = ['x'.repeat(300_000), '\u00e9'.repeat(200_000), '\u20ac'.repeat(150_000), '\u{1f600}'.repeat(100_000), '\ud800 alone', ''];

if (process.argv[2] === 'child') {
  process.on('message', (message) => {
    if (message === 'end') process.disconnect();
    else process.send(message);
  });
} else {
  const child = fork(__filename, ['child']);
  let count = 0;
  child.on('message', ({ index, text }) => {
    console.log(index, text.length, text === texts[index]);
    if (++count === texts.length) child.send('end');
  });
  child.on('disconnect', () => console.log('disconnect'));
  child.on('exit', (code) => console.log('exit', code));
  for (let index = 0; index < texts.length; index++) child.send({ index, text: texts[index] });
}
