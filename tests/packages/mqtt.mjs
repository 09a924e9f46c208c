// A broker and clients in one process: topics with wildcards, retained messages, qualities of service and a last will.
import { once } from 'node:events';
import net from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';

const broker = await Aedes.createBroker();
const server = net.createServer(broker.handle);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `mqtt://127.0.0.1:${server.address().port}`;

const listener = await mqtt.connectAsync(url, { clientId: 'listener' });
console.log(await listener.subscribeAsync({ 'house/+/light': { qos: 1 }, 'garden/#': { qos: 2 }, 'will': { qos: 0 } }));
const heard = [];
const done = new Promise((resolve) => listener.on('message', (topic, payload, packet) => {
  heard.push(`${topic} ${payload} ${packet.qos} ${packet.retain}`);
  if (topic === 'will') resolve();
}));
const speaker = await mqtt.connectAsync(url, { clientId: 'speaker', will: { topic: 'will', payload: 'gone' } });
await speaker.publishAsync('house/kitchen/light', 'on', { qos: 1 });
await speaker.publishAsync('house/kitchen/heat', 'not heard', { qos: 1 });
await speaker.publishAsync('garden/a/b', 'deep', { qos: 2, retain: true });
await speaker.publishAsync('garden', 'x'.repeat(10), { qos: 0 });
speaker.stream.destroy();
await done;
console.log(heard.sort());
const late = mqtt.connect(url, { clientId: 'late' });
late.subscribe('garden/#');
const [topic, payload, packet] = await once(late, 'message');
console.log(topic, String(payload), packet.retain);
await late.endAsync();
await listener.endAsync();
await speaker.endAsync(true);
await new Promise((resolve) => broker.close(resolve));
server.close(() => console.log('closed'));
