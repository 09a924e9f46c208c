// Followers are aborted with their source, and all of it happens inside abort().
const controller = new AbortController();
const follower = AbortSignal.any([controller.signal, new AbortController().signal]);
follower.addEventListener('abort', () => console.log('follower', follower.reason));
controller.signal.onabort = () => console.log('handler', follower.aborted);
controller.signal.addEventListener('abort', () => {
  console.log('listener');
  queueMicrotask(() => console.log('microtask'));
});
controller.abort('why');
controller.abort('ignored');
console.log('script', controller.signal.reason);
