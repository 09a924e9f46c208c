// @unspecified: timers and scheduler tasks are task sources of their own
// Posted tasks beside a timer of 0 ms and a message.
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => console.log('message');
scheduler.postTask(() => console.log('background'), { priority: 'background' });
setTimeout(() => console.log('timer'), 0);
port2.postMessage('');
scheduler.postTask(() => console.log('visible'));
scheduler.postTask(() => console.log('blocking'), { priority: 'user-blocking' });
