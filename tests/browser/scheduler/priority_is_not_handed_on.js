// @differs: in Chromium a promise job of the task still has its priority, in Firefox not
// Whether yield() continues with the priority of the task that made a promise job, timer or message.
const { port1, port2 } = new MessageChannel();
const part = async (name) => {
  scheduler.postTask(() => console.log(name, 'visible task'));
  await scheduler.yield();
  console.log(name, 'continued');
};
port1.onmessage = () => part('message');
scheduler.postTask(() => {
  setTimeout(() => part('timer'), 30);
  setTimeout(() => port2.postMessage(''), 60);
  Promise.resolve().then(() => part('promise'));
}, { priority: 'background' });
