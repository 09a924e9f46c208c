// compare: --loops=chrome,firefox
setTimeout(() => console.log('timer'), 0);
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  console.log('message');
  port1.close();
};
port2.postMessage(null);
