// An async function that awaits what is already there.
const count = 3_000_000;

async function turn(times) {
  let sum = 0;
  for (let i = 0; i < times; i++) sum += await i;
  return sum;
}

async function main() {
  await turn(200_000);
  const started = performance.now();
  await turn(count);
  console.log(((performance.now() - started) * 1e6) / count);
}

main();
