// Every channel of the name hears it, in the order of their making, except the one that speaks.
const [a, b, c] = ['x', 'x', 'x'].map((name) => new BroadcastChannel(name));
const other = new BroadcastChannel('y');
for (const [name, channel] of Object.entries({ a, b, c, other })) {
  channel.onmessage = (event) => console.log(name, 'heard', event.data);
}
b.postMessage('hello');
console.log('script');
setTimeout(() => [a, b, c, other].forEach((channel) => channel.close()), 200);
