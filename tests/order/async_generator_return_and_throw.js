// Queued next, return and throw calls of an async generator are served in order.
async function* source() {
  try {
    yield 'a';
    yield 'b';
  } finally {
    console.log('cleanup');
    await null;
    console.log('cleanup done');
  }
}
const it = source();
const log = (name) => (result) => console.log(name, result);
it.next().then(log('next 1'));
it.return('early').then(log('return'));
it.next().then(log('next 2'));
it.throw(new Error('late')).catch((error) => console.log('throw', error.message));
console.log('all queued');
