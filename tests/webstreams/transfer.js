// Streams that are transferred within a thread: chunks, errors and cancellation cross, the original is locked, what is locked is refused.
'use strict';

const log = (...args) => console.log(...args);
const attempt = (run) => {
  try {
    run();
  } catch (error) {
    log(error.name, error.code, error.message);
  }
};

async function main() {
  const numbers = ReadableStream.from([1, { two: 2 }, new Map([[3, 3]])]);
  const clone = structuredClone(numbers, { transfer: [numbers] });
  log(numbers.locked, clone.locked, clone instanceof ReadableStream, clone);
  for await (const chunk of clone) log('chunk', chunk);

  attempt(() => structuredClone(new ReadableStream()));
  attempt(() => structuredClone(new WritableStream()));
  attempt(() => structuredClone(new TransformStream()));
  const locked = new ReadableStream();
  locked.getReader();
  attempt(() => structuredClone(locked, { transfer: [locked] }));

  const failing = new ReadableStream({ start: (controller) => controller.error(new RangeError('inside')) });
  const failed = structuredClone(failing, { transfer: [failing] });
  await failed.getReader().read().catch((error) => log(error.name, error.message));

  const endless = new ReadableStream({ cancel: (reason) => log('cancelled', reason) });
  await structuredClone(endless, { transfer: [endless] }).cancel('enough');
  await new Promise((resolve) => setTimeout(resolve, 10));

  const { port1, port2 } = new MessageChannel();
  const sink = new WritableStream({
    write: (chunk) => log('sink', chunk),
    close: () => log('sink closed'),
  });
  const shout = new TransformStream({ transform: (chunk, controller) => controller.enqueue(`${chunk}!`) });
  const arrived = new Promise((resolve) => port2.once('message', resolve));
  port1.postMessage({ sink, shout }, [sink, shout]);
  log(sink.locked, shout.readable.locked, shout.writable.locked);
  const { sink: target, shout: through } = await arrived;
  log(target, through.readable.locked);
  const writer = through.writable.getWriter();
  writer.write('hello').then(() => writer.close());
  await through.readable.pipeTo(target);
  await new Promise((resolve) => setTimeout(resolve, 10));
  port1.close();
}

main();
