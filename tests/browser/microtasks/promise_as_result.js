// A reaction that returns a promise costs two more turns than one that returns a value.
Promise.resolve()
  .then(() => Promise.resolve('late'))
  .then((value) => console.log(value));
Promise.resolve()
  .then(() => console.log('turn 1'))
  .then(() => console.log('turn 2'))
  .then(() => console.log('turn 3'))
  .then(() => console.log('turn 4'));
