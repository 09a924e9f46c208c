// compare: --loops=node,node11,node10
async function wait() {
  await Promise.resolve();
  console.log('after await');
}
wait();
Promise.resolve().then(() => console.log('then 1')).then(() => console.log('then 2'));
