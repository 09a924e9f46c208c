// Nothing else has a turn while microtasks add microtasks: no timer, message or frame.
const until = performance.now() + 60;
setTimeout(() => done('other'), 0);
requestAnimationFrame(() => done('other'));
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => done('other');
port2.postMessage('');
let said = 0;
const done = (what) => {
  if (said++ < 2) console.log(what);
};
const spin = () => {
  if (performance.now() < until) queueMicrotask(spin);
  else done('microtasks');
};
queueMicrotask(spin);
