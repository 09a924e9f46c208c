// compare: --loops=node,node11,node10
for (const name of ['1', '2']) {
  setImmediate(() => {
    console.log(`setImmediate${name}`);
    if (name === '1') process.nextTick(() => console.log('nextTick'));
  });
}
