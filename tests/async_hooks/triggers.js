// What makes lookups, connections and listeners what they are: the socket and the server, not the tick in between.
'use strict';
const { createHook, executionAsyncId, executionAsyncResource } = require('async_hooks');
const net = require('net');

const made = new Map();
createHook({
  trackPromises: false,
  init(asyncId, type, triggerAsyncId, resource) { made.set(asyncId, { type, triggerAsyncId, resource }); },
}).enable();

// Ticks are left out: who made them stands for them.
function maker(asyncId) {
  const { triggerAsyncId } = made.get(asyncId);
  const trigger = made.get(triggerAsyncId);
  if (trigger === undefined) return 'main';
  return trigger.type === 'TickObject' ? maker(triggerAsyncId) : trigger.type;
}

const server = net.createServer((socket) => socket.end());
server.listen(0, () => {
  console.log('same resource', executionAsyncResource() === made.get(executionAsyncId()).resource);
  const socket = net.connect({ port: server.address().port, host: 'localhost', family: 4 });
  socket.resume().on('close', () => server.close());
});
process.nextTick(() => console.log('tick', executionAsyncResource() === made.get(executionAsyncId()).resource));
process.on('exit', () => {
  const seen = new Set();
  for (const [asyncId, { type }] of made) {
    if (/TCP|GETADDRINFO/.test(type)) seen.add(`${type} by ${maker(asyncId)}`);
  }
  console.log([...seen].sort().join('\n'));
});
