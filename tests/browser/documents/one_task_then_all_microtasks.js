// One task, then every microtask, then the next task.
const { port1, port2 } = new MessageChannel();
let received = 0;
port1.onmessage = () => {
  received += 1;
  const number = received;
  console.log('task', number);
  Promise.resolve()
    .then(() => console.log('microtask of', number))
    .then(() => console.log('another of', number));
  if (number === 2) port1.close();
};
port2.postMessage('first');
port2.postMessage('second');
