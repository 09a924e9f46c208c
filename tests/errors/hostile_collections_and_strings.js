// Maps, sets, strings, regular expressions, numbers and iterators with broken methods.
const log = console.log;
const broken = (object, name) => {
  for (const key of Reflect.ownKeys(object)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
    if (key === 'constructor' || !descriptor.configurable || typeof descriptor.value !== 'function') continue;
    Object.defineProperty(object, key, { ...descriptor, value() { throw new Error(`${name}.${String(key)} was used`); } });
  }
};
broken(Map.prototype, 'Map');
broken(Set.prototype, 'Set');
broken(WeakMap.prototype, 'WeakMap');
broken(String.prototype, 'String');
broken(RegExp.prototype, 'RegExp');
broken(Number.prototype, 'Number');
log('text %s %d', 'a', 5, { key: 'value', n: 1.5 });
setTimeout(() => log('timeout'), 50);
setImmediate(() => log('immediate'));
process.nextTick(() => log('tick'));
