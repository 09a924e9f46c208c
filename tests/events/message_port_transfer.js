// Transfer of buffers and ports: what arrives, what is left, and what is refused.
'use strict';
const {
  isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable, receiveMessageOnPort,
} = require('node:worker_threads');

const log = console.log;
function attempt(title, action) {
  try {
    log(title, '->', action());
  } catch (error) {
    log(title, '|', error.name, error.code, '|', error.message);
  }
}

const { port1, port2 } = new MessageChannel();
const keep = setInterval(() => {}, 1000);

const buffer = new ArrayBuffer(4);
new Uint8Array(buffer)[0] = 42;
log(port1.postMessage({ bytes: new Uint8Array(buffer) }, [buffer]), buffer.byteLength);
log(receiveMessageOnPort(port2));

const inner = new MessageChannel();
inner.port1.on('close', () => log('the object that was sent is closed'));
inner.port2.on('close', () => {
  log('its partner is closed');
  sendToItself();
});
inner.port2.postMessage('before');
log(port1.postMessage({ port: inner.port1 }, { transfer: [inner.port1] }), inner.port1.postMessage('from what is left'));
inner.port2.postMessage('on its way');
port2.addEventListener('message', ({ data, ports }) => {
  log(data.port !== inner.port1, data.port instanceof MessagePort, data.port.hasRef(), ports.length, ports[0] === data.port);
  data.port.on('message', (message) => {
    log('arrived', message);
    if (message === 'on its way') data.port.close();
  });
});

function sendToItself() {
  const lost = new MessageChannel();
  lost.port1.on('close', () => log('the sender is closed'));
  lost.port2.on('close', () => {
    log('the port that was sent to itself is closed');
    setImmediate(move);
  });
  process.on('warning', ({ message }) => log('warning:', message));
  log(lost.port1.postMessage('lost', [lost.port2]), lost.port1.postMessage('after'));
}

function move() {
  const channel = new MessageChannel();
  const moved = structuredClone(channel.port1, { transfer: [channel.port1] });
  moved.on('message', (message) => {
    log('after structuredClone', message);
    moved.close();
  });
  channel.port2.postMessage('still entangled');
  // Its port is lost with the message.
  const passenger = new MessageChannel();
  passenger.port2.on('close', () => {
    log('the partner of a lost port is closed');
    refuse();
  });
  const dead = new MessageChannel();
  dead.port1.postMessage(0, [passenger.port1]);
  dead.port2.close();
}

function refuse() {
  const marked = new ArrayBuffer(1);
  markAsUntransferable(marked);
  log(isMarkedAsUntransferable(marked), isMarkedAsUntransferable({}), markAsUntransferable(1), isMarkedAsUntransferable(1));
  const secret = {};
  markAsUncloneable(secret);
  const detached = new ArrayBuffer(1);
  structuredClone(detached, { transfer: [detached] });
  const closed = new MessageChannel();
  closed.port1.close();
  const twice = new ArrayBuffer(1);
  const other = new MessageChannel().port1;

  attempt('no message', () => port1.postMessage());
  attempt('a function', () => port1.postMessage(() => {}));
  attempt('a port', () => port1.postMessage({ other }));
  attempt('a port to structuredClone', () => structuredClone(other));
  attempt('the source', () => port1.postMessage(1, [port1]));
  attempt('a buffer twice', () => port1.postMessage(1, [twice, twice]));
  attempt('a port twice', () => port1.postMessage(1, [other, other]));
  attempt('a closed port', () => port1.postMessage(1, [closed.port1]));
  attempt('a detached buffer', () => port1.postMessage(1, [detached]));
  attempt('a view of it', () => port1.postMessage(detached));
  attempt('a marked buffer', () => port1.postMessage(1, [marked]));
  attempt('an uncloneable object', () => port1.postMessage({ secret }));
  attempt('a number to transfer', () => port1.postMessage(1, [5]));
  attempt('an object to transfer', () => port1.postMessage(1, [{}]));
  attempt('a number as list', () => port1.postMessage(1, 5));
  attempt('a number as transfer', () => port1.postMessage(1, { transfer: 5 }));
  attempt('null as transfer', () => port1.postMessage(1, { transfer: null }));
  attempt('an iterable without iterator', () => port1.postMessage(1, { transfer: { [Symbol.iterator]: () => ({}) } }));
  attempt('null', () => port1.postMessage(1, null));
  attempt('no options', () => port1.postMessage(1, {}));
  attempt('any iterable', () => port1.postMessage(1, new Set([twice])));
  attempt('a port made by a program', () => new MessagePort());
  attempt('a channel without new', () => MessageChannel());
  attempt('postMessage of another', () => port1.postMessage.call({}, 1));
  attempt('start of another', () => port1.start.call({}));
  attempt('no port', () => receiveMessageOnPort({}));
  attempt('no type', () => new MessageEvent());
  attempt('ports that are none', () => new MessageEvent('message', { ports: [1] }));
  attempt('ports that are no list', () => new MessageEvent('message', { ports: 1 }));
  attempt('a source that is none', () => new MessageEvent('message', { source: 1 }));
  attempt('data of another', () => MessageEvent.prototype.data);
  const event = new MessageEvent('message', { data: 1, origin: 2, lastEventId: 3, source: port1, ports: [port1] });
  log(event.data, event.origin, event.lastEventId, event.source === port1, event.ports[0] === port1, Object.isFrozen(event.ports));
  port2.close();
  clearInterval(keep);
}
