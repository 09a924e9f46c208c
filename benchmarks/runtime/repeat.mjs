// What the scenarios of crypto and zlib share: one operation again and again, its time in nanoseconds.
export async function repeat(times, operation) {
  for (let i = 0; i < times / 5; i++) await operation(i);
  const started = performance.now();
  for (let i = 0; i < times; i++) {
    const result = operation(i);
    if (result instanceof Promise) await result;
  }
  console.log((performance.now() - started) * 1e6 / times);
}
