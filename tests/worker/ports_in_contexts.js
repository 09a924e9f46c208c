// moveMessagePortToContext(): everything that scripts of a context see of the port is made of the context's classes.
'use strict';

const vm = require('vm');
const { MessageChannel, MessagePort, moveMessagePortToContext } = require('worker_threads');

const show = (label, run) => {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
};
const context = vm.createContext({ console, MainPort: MessagePort });
show('nothing', () => moveMessagePortToContext());
show('an object', () => moveMessagePortToContext({}, context));
show('no context', () => moveMessagePortToContext(new MessageChannel().port1, {}));
{
  const { port1 } = new MessageChannel();
  port1.close();
  show('closed', () => moveMessagePortToContext(port1, context));
}
const { port1, port2 } = new MessageChannel();
const other = new MessageChannel();
context.port = moveMessagePortToContext(port1, context);
vm.runInContext(`
  console.log(port instanceof Object, port instanceof MainPort, port.postMessage instanceof Function, port.constructor.name, port.onmessage);
  try {
    port.postMessage(() => {});
  } catch (error) {
    console.log(error instanceof Error, error.constructor.name, error.name, error.code);
  }
  port.onmessage = (event) => {
    const { data, ports, target } = event;
    console.log(Object.keys(event), event.constructor.name, event.type, target === port);
    console.log(data instanceof Object, data.list instanceof Array, data.map instanceof Map, data.date instanceof Date, data.bytes instanceof Uint8Array,
      data.bytes.buffer instanceof ArrayBuffer, data.error instanceof RangeError, data.map.get(1) instanceof Object);
    console.log(ports instanceof Array, ports.length, ports[0] === data.p, ports[0] instanceof MainPort);
    ports[0].postMessage('through the port that came');
    port.postMessage({ answer: [1, 2] });
    port.close();
    ports[0].close();
  };
  port.start();
`, context);
port2.on('message', (message) => console.log('main', message, message instanceof Object));
port2.on('close', () => console.log('closed'));
other.port2.on('message', (message) => console.log('other', message));
port2.postMessage({
  p: other.port1, list: [1], map: new Map([[1, {}]]), date: new Date(0), bytes: new Uint8Array(2), error: new RangeError('x'),
}, [other.port1]);
