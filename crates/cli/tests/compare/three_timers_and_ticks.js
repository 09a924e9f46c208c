// compare: --loops=node,node10
for (const name of ['a', 'b', 'c']) {
  setTimeout(() => {
    console.log(`timer ${name}`);
    process.nextTick(() => console.log(`tick ${name}`));
  }, 5);
}
