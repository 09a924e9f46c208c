// compare: --loops=node,chrome
const signal = AbortSignal.timeout(5);
for (const name of ['1', '2']) {
  signal.addEventListener('abort', () => {
    console.log(`listener ${name}`);
    Promise.resolve().then(() => console.log(`promise ${name}`));
  });
}
setTimeout(() => {}, 20);
