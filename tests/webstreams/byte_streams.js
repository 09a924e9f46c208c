// Byte streams: buffers that readers bring, requests of the controller, tee of both kinds, min, blobs.
'use strict';

const text = (view) => (view === undefined ? 'undefined' : `${view.constructor.name}[${Array.from(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))}]`);
const see = async (label, promise) => {
  try {
    const { done, value } = await promise;
    console.log(label, done, text(value));
  } catch (error) {
    console.log(label, error.name, error.message);
  }
};

(async () => {
  {
    let next = 0;
    const stream = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        const { view } = controller.byobRequest;
        console.log('pull', view.byteLength, controller.desiredSize);
        for (let i = 0; i < Math.min(3, view.byteLength); i++) view[i] = ++next;
        controller.byobRequest.respond(Math.min(3, view.byteLength));
      },
    });
    const reader = stream.getReader({ mode: 'byob' });
    const given = new Uint8Array(8);
    const promise = reader.read(given);
    console.log('given', given.byteLength);
    await see('byob', promise);
    await see('words', reader.read(new Uint16Array(2)));
    await see('rest', reader.read(new Uint8Array(1)));
    await see('min', reader.read(new Uint8Array(8), { min: 7 }));
    await see('view', reader.read(new DataView(new ArrayBuffer(4), 1, 2)));
    await see('buffer', reader.read(Buffer.alloc(2)));
    await reader.cancel('enough');
    await see('after', reader.read(new Uint8Array(3)));
  }
  {
    const stream = new ReadableStream({
      type: 'bytes',
      autoAllocateChunkSize: 4,
      pull(controller) {
        controller.byobRequest.view[0] = 7;
        controller.byobRequest.respondWithNewView(controller.byobRequest.view.subarray(0, 2));
      },
    });
    const reader = stream.getReader();
    await see('auto', reader.read());
    await see('auto', reader.read());
  }
  {
    let controller;
    const stream = new ReadableStream({ type: 'bytes', start(c) { controller = c; } });
    const { 0: a, 1: b } = stream.tee();
    const first = a.getReader({ mode: 'byob' });
    const second = b.getReader();
    const reads = [first.read(new Uint8Array(2)), second.read(), first.read(new Uint8Array(4)), second.read()];
    await null;
    controller.enqueue(new Uint8Array([1, 2, 3]));
    controller.enqueue(new Uint8Array([4]));
    controller.close();
    for (const read of reads) await see('tee', read);
    await see('tee end', second.read());
    await see('tee end', first.read(new Uint8Array(1)));
  }
  {
    let controller;
    const stream = new ReadableStream({ type: 'bytes', start(c) { controller = c; } });
    const reader = stream.getReader({ mode: 'byob' });
    const read = reader.read(new Uint8Array(4));
    console.log(controller.byobRequest.view.byteLength);
    reader.releaseLock();
    await see('released', read);
    controller.byobRequest.view[0] = 9;
    controller.byobRequest.respond(1);
    controller.close();
    const next = stream.getReader();
    await see('kept', next.read());
    await see('end', next.read());
  }
  {
    let controller;
    const stream = new ReadableStream({ type: 'bytes', start(c) { controller = c; } });
    const reader = stream.getReader({ mode: 'byob' });
    const read = reader.read(new Uint8Array(4));
    controller.close();
    controller.byobRequest.respond(0);
    await see('closed', read);
  }
  {
    const blob = new Blob(['hello ', 'world']);
    const chunks = [];
    for await (const chunk of blob.stream()) chunks.push(Buffer.from(chunk).toString());
    console.log(chunks.join(''), blob.stream());
    await see('blob', blob.stream().getReader({ mode: 'byob' }).read(new Uint8Array(3)));
    let size = 0;
    for await (const chunk of new Blob([new Uint8Array(200000)]).stream()) size += chunk.byteLength;
    console.log(size);
  }
})();
