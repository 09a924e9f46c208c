// Out of stack inside a conversion, a getter, a proxy, JSON and a sort.
const attempts = {
  toString() {
    const o = { toString: () => `${o}` };
    return `${o}`;
  },
  getter() {
    const o = { get x() { return this.x; } };
    return o.x;
  },
  proxy() {
    const p = new Proxy({}, { get: (target, key, receiver) => receiver[key] });
    return p.x;
  },
  json() {
    const o = { toJSON: () => JSON.stringify(o) };
    return JSON.stringify(o);
  },
  sort() {
    const compare = () => [2, 1].sort(compare).length;
    return [2, 1].sort(compare);
  },
  emit() {
    const emitter = new (require('node:events'))();
    emitter.on('x', () => emitter.emit('x'));
    emitter.emit('x');
  },
};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    attempt();
    console.log(name, 'returned');
  } catch (error) {
    console.log(name, error instanceof RangeError);
  }
}
