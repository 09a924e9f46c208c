// An aborted task never runs; its promise is rejected in the order of posting.
const controller = new TaskController();
for (const name of ['a', 'b']) {
  scheduler.postTask(() => console.log('never'), { signal: controller.signal })
    .catch((reason) => console.log(name, reason.name));
}
controller.signal.addEventListener('abort', () => console.log('abort event'));
controller.abort();
queueMicrotask(() => console.log('microtask'));
scheduler.postTask(() => console.log('too late'), { signal: controller.signal })
  .catch((reason) => console.log('at once', reason.name));
scheduler.postTask(() => console.log('another'));
console.log('script');
