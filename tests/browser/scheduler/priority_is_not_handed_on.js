// What a task of low priority makes, a timer or a message, does not have its priority: yield() there
// continues before a task of the usual priority.
const { port1, port2 } = new MessageChannel();
const part = async (name) => {
  scheduler.postTask(() => console.log(name, 'visible task'));
  await scheduler.yield();
  console.log(name, 'continued');
};
port1.onmessage = () => part('message');
scheduler.postTask(async () => {
  setTimeout(() => part('timer'), 30);
  setTimeout(() => port2.postMessage(''), 60);
  await part('task');
}, { priority: 'background' });
