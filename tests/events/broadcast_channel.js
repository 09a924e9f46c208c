// BroadcastChannel within the process: who hears, in which order, on what copies; it keeps the loop alive until it is closed.
'use strict';

const log = console.log;
function attempt(title, action) {
  try {
    log(title, '->', action());
  } catch (error) {
    log(title, '|', error.name, error.code, '|', error.message);
  }
}

const a = new BroadcastChannel('x');
const b = new BroadcastChannel('x');
const c = new BroadcastChannel('y');
const d = new BroadcastChannel('x');
log(a, a.name, a.onmessage, a.ref() === a, process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length);
for (const [name, channel] of Object.entries({ a, b, c, d })) {
  channel.onmessage = (event) => {
    log(name, event.data, event.constructor.name, event.origin, event.ports.length, event.source, event.target === channel, event.isTrusted);
    event.data.heardBy = name;
    process.nextTick(() => log('tick', name));
  };
}
let reads = 0;
log(b.postMessage({ get message() { return ++reads; } }), a.postMessage({ message: 'second' }), reads);

setImmediate(() => {
  log('immediate', d.close(), d.close(), d);
  attempt('closed', () => d.postMessage(1));
  attempt('a function', () => a.postMessage(() => {}));
  attempt('a port', () => a.postMessage(new MessageChannel().port1));
  attempt('no message', () => a.postMessage());
  attempt('no name', () => new BroadcastChannel());
  attempt('name of another', () => BroadcastChannel.prototype.name);
  attempt('close of another', () => BroadcastChannel.prototype.close.call({}));
  attempt('a number', () => new BroadcastChannel(5).unref().name);
  a.postMessage({ message: 'third' });
  b.unref();
  c.close();
  a.addEventListener('message', ({ data }) => log('second listener', data));
  setTimeout(() => {
    b.postMessage({ message: 'fourth' });
    setTimeout(() => a.close(), 5);
  }, 5);
});
process.on('exit', () => log('exit'));
