// What is transferred to a worker leaves the page, and a port that is sent there goes on being heard.
const worker = new Worker(URL.createObjectURL(new Blob([`
  onmessage = ({ data, ports }) => {
    postMessage('bytes ' + data.buffer.byteLength + ', first ' + new Uint8Array(data.buffer)[0]);
    ports[0].onmessage = (event) => ports[0].postMessage('port heard ' + event.data);
    postMessage(data.buffer, [data.buffer]);
    postMessage('left ' + data.buffer.byteLength);
  };
`])));
const { port1, port2 } = new MessageChannel();
port1.postMessage('early');
const { buffer } = new Uint8Array([7, 8, 9]);
worker.postMessage({ buffer }, [buffer, port2]);
console.log('in the page', buffer.byteLength);
let heard = 0;
port1.onmessage = (event) => {
  console.log(event.data);
  if (++heard === 1) port1.postMessage('late');
};
const back = [];
worker.onmessage = ({ data }) => back.push(typeof data === 'string' ? data : `back ${data.byteLength}`);
setTimeout(() => console.log(back.join('; ')), 200);
