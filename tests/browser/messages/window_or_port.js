// @unspecified: a window's messages and each port's are task sources of their own
// A message to the window and one through a port, asked for in turn.
const { port1, port2 } = new MessageChannel();
port1.onmessage = (event) => console.log('port', event.data);
addEventListener('message', (event) => console.log('window', event.data));
port2.postMessage(1);
postMessage(1);
port2.postMessage(2);
postMessage(2);
