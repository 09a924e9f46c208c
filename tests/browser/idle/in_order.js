// Idle callbacks keep their order; one asked for inside another comes in a later period.
requestIdleCallback(() => {
  console.log('a');
  requestIdleCallback(() => console.log('a again'));
  queueMicrotask(() => console.log('microtask of a'));
});
requestIdleCallback(() => console.log('b'));
cancelIdleCallback(requestIdleCallback(() => console.log('cancelled')));
