// for await over an async generator beside a plain chain.
async function* numbers() {
  console.log('generator starts');
  yield 1;
  yield Promise.resolve(2);
  console.log('generator ends');
}
(async () => {
  for await (const n of numbers()) console.log('got', n);
  console.log('loop done');
})();
let chain = Promise.resolve();
for (let i = 1; i <= 12; i += 1) chain = chain.then(() => console.log('job', i));
