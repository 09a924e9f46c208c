// With addEventListener a port waits for start(); setting onmessage starts it.
const waiting = new MessageChannel();
waiting.port1.addEventListener('message', (event) => console.log('listener', event.data));
waiting.port2.postMessage('kept until start');
const started = new MessageChannel();
started.port2.postMessage('kept until onmessage');
setTimeout(() => {
  console.log('nothing came');
  started.port1.onmessage = (event) => {
    console.log('handler', event.data);
    waiting.port1.start();
  };
}, 20);
