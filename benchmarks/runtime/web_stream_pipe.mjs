// A readable stream of the web piped through a transform into a writable one: nanoseconds a chunk.
const count = 100_000;

async function pipe(chunks) {
  let left = chunks;
  let sum = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (left-- === 0) controller.close();
      else controller.enqueue(left);
    },
  });
  const double = new TransformStream({ transform(chunk, controller) { controller.enqueue(chunk * 2); } });
  await source.pipeThrough(double).pipeTo(new WritableStream({ write(chunk) { sum += chunk; } }));
  if (sum !== chunks * (chunks - 1)) throw new Error('chunks were lost');
}

await pipe(10_000);
const started = performance.now();
await pipe(count);
console.log(((performance.now() - started) * 1e6) / count);
