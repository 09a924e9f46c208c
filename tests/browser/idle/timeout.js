// When no time is free, the timeout forces the call, with nothing remaining.
const until = performance.now() + 250;
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  const slice = performance.now() + 8;
  while (performance.now() < slice);
  if (performance.now() < until) port2.postMessage('');
  else console.log('busy no more');
};
port2.postMessage('');
requestIdleCallback((deadline) => {
  console.log('forced', deadline.didTimeout, deadline.timeRemaining());
}, { timeout: 30 });
