// Why does my process not end? Ask it what is still alive.
'use strict';

const forgotten = setInterval(() => {}, 1000);
setTimeout(() => {}, 50);
setImmediate(() => {});

const count = () => {
  const names = process.getActiveResourcesInfo();
  return names.length === 0 ? 'nothing' : names.join(', ');
};

console.log('after the script: ', count());
setTimeout(() => {
  console.log('after a moment:   ', count());
  forgotten.unref();
  console.log('after unref:      ', count());
}, 100);
process.on('exit', () => console.log('and so it ends'));
