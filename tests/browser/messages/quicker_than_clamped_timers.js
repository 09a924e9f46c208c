// Twenty messages, one after the other, are done before ten nested timers are.
let messages = 0;
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  if (++messages === 20) console.log('messages');
  else port2.postMessage('');
};
let timers = 0;
const nest = () => {
  if (++timers === 10) console.log('timers');
  else setTimeout(nest, 0);
};
nest();
port2.postMessage('');
