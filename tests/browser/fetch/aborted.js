// Aborting before or during a fetch rejects it with the reason.
const before = AbortSignal.abort();
fetch('fixtures/greeting.txt', { signal: before }).catch((error) => console.log('before', error.name));
const during = new AbortController();
fetch('fixtures/greeting.txt', { signal: during.signal }).catch((reason) => console.log('during', reason));
during.abort('my reason');
queueMicrotask(() => console.log('microtask'));
console.log('script');
