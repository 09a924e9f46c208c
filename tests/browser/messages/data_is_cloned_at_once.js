// The clone is made when the message is posted; what cannot be cloned throws there.
const { port1, port2 } = new MessageChannel();
port1.onmessage = ({ data }) => console.log('value', data.value, data.list.length);
const sent = { value: 'old', list: [1] };
port2.postMessage(sent);
sent.value = 'new';
sent.list.push(2);
try {
  port2.postMessage(() => {});
} catch (error) {
  console.log(error.name, error instanceof DOMException);
}
const bytes = new ArrayBuffer(8);
structuredClone(bytes, { transfer: [bytes] });
console.log('transferred', bytes.byteLength);
