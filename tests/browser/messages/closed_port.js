// What was posted before close() still arrives; afterwards nothing does.
const { port1, port2 } = new MessageChannel();
port1.onmessage = (event) => console.log('got', event.data);
port2.postMessage('before');
port2.close();
port2.postMessage('after');
setTimeout(() => console.log('the end'), 30);
