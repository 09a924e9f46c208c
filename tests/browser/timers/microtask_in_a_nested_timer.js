// A promise job inside a deeply nested timer inherits the level: its timer of 0 ms is clamped to
// 4 ms, so that one of 2 ms that a message makes overtakes it. (The standard's text gives a
// microtask no level; neither browser follows it there.)
const channel = new MessageChannel();
channel.port1.onmessage = () => setTimeout(() => console.log('fresh 2'), 2);
const nest = (level) => {
  if (level < 9) {
    setTimeout(() => nest(level + 1), 0);
    return;
  }
  channel.port2.postMessage('');
  Promise.resolve().then(() => setTimeout(() => console.log('0 from a promise job'), 0));
};
nest(1);
