// fetch answers in a later task; body methods are promises of their own, and are used up.
const run = async () => {
  const response = await fetch('fixtures/greeting.txt');
  console.log('response', response.ok, response.bodyUsed);
  console.log((await response.text()).trim(), response.bodyUsed);
  await response.text().catch((error) => console.log(error.name));
  const data = await (await fetch('fixtures/data.json')).json();
  console.log('answer', data.answer);
};
run();
console.log('script');
queueMicrotask(() => console.log('microtask'));
