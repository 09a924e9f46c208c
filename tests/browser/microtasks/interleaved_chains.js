// Two chains take turns, link by link.
const chain = (name) => {
  let promise = Promise.resolve();
  for (const link of [1, 2, 3]) promise = promise.then(() => console.log(name, link));
};
chain('a');
chain('b');
