// A program that puts another stdout in the place of the process's before the console has printed anything.
const lines = [];
Object.defineProperty(process, 'stdout', {
  configurable: true,
  get() {
    return { write(text) { lines.push(text); return true; }, once() {}, removeListener() {}, listenerCount: () => 0 };
  },
});
console.log('kept %d', 1);
console.error('told');
Object.defineProperty(process, 'stdout', { configurable: true, value: { write(text) { lines.push(`second ${text}`); } } });
console.log('kept too');
console.error(JSON.stringify(lines));
