// A promise returned from `then` delays the next link by three jobs.
const log = (text) => () => console.log(text);
Promise.resolve()
  .then(() => {
    console.log('a0');
    return Promise.resolve('a');
  })
  .then((value) => console.log('got', value));
Promise.resolve().then(log('b1')).then(log('b2')).then(log('b3')).then(log('b4')).then(log('b5'));
