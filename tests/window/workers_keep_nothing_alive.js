// A page ends when nothing goes on in it or in its workers and no message is on its way, however many of them listen.
// @loop chrome firefox
// @output
//   0 1 2 3 4
//   idle
const source = `
  const ports = [];
  onmessage = ({ data, ports: [port] }) => {
    if (port === undefined) return postMessage(data);
    ports.push(port);
    port.onmessage = (event) => setTimeout(() => port.postMessage(event.data + 1), 5);
  };
  new BroadcastChannel('nobody').onmessage = () => {};
`;
const make = () => new Worker(URL.createObjectURL(new Blob([source])));
const [one, other] = [make(), make()];
const { port1, port2 } = new MessageChannel();
const heard = [];
// The two workers answer each other through the page, which only listens in between.
port1.onmessage = (event) => {
  heard.push(event.data);
  if (event.data < 4) port1.postMessage(event.data);
  else {
    console.log(heard.join(' '));
    other.postMessage('idle');
  }
};
other.onmessage = (event) => console.log(event.data);
one.postMessage('a port', [port2]);
port1.postMessage(-1);
