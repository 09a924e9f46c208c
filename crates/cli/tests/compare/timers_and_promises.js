// compare:
for (const name of ['1', '2']) {
  setTimeout(() => {
    console.log(`timer${name}`);
    Promise.resolve().then(() => console.log(`promise${name}`));
  }, 0);
}
