// Open ports and channels keep nothing alive; a message on its way does.
// @loop chrome firefox
// @output
//   delivered
const { port1, port2 } = new MessageChannel();
port1.onmessage = (event) => console.log(event.data);
port2.onmessage = () => {};
new BroadcastChannel('news').onmessage = () => {};
port2.postMessage('delivered');
