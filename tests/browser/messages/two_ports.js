// @unspecified: every port is a task source of its own
// Two messages to each of two ports, and a timer behind them.
const channels = ['a', 'b'].map((name) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = (event) => console.log(name, event.data);
  return port2;
});
for (const port of channels) {
  port.postMessage(1);
  port.postMessage(2);
}
setTimeout(() => console.log('timer'), 0);
