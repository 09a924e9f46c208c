// A port that travels takes its waiting messages with it.
const outer = new MessageChannel();
const inner = new MessageChannel();
inner.port2.postMessage('posted before the journey');
outer.port1.onmessage = (event) => {
  console.log('arrived', event.ports.length, event.data.port === event.ports[0]);
  event.ports[0].onmessage = (message) => console.log('inner:', message.data);
};
outer.port2.postMessage({ port: inner.port1 }, [inner.port1]);
inner.port2.postMessage('posted after it');
