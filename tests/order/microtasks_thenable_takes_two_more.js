// Resolving with a native promise costs two more jobs than resolving with a value; returning a
// thenable costs one.
const log = (text) => () => console.log(text);
new Promise((resolve) => resolve(Promise.resolve())).then(log('native promise'));
new Promise((resolve) => resolve({ then: (done) => done() })).then(log('thenable'));
Promise.resolve().then(log('1')).then(log('2')).then(log('3')).then(log('4'));
