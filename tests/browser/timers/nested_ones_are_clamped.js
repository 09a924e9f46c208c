// From the sixth level on a nested timer waits 4 ms, so that one of 2 ms made by a message, which
// has no level, overtakes it; before that level it does not.
const channel = new MessageChannel();
const fromMessage = (level) => {
  channel.port1.onmessage = () => setTimeout(() => console.log('level', level, 'fresh 2'), 2);
  channel.port2.postMessage('');
};
const nest = (level) => {
  if (level === 2 || level === 8) {
    fromMessage(level);
    setTimeout(() => {
      console.log('level', level, 'nested 0');
      if (level === 2) setTimeout(() => nest(3), 20);
    }, 0);
  } else {
    setTimeout(() => nest(level + 1), 0);
  }
};
nest(1);
