// for await over an array of promises waits for each in turn, in order of the array.
const later = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
(async () => {
  for await (const value of [later(60, 'slow'), 'plain', later(1, 'quick'), Promise.resolve('ready')]) {
    console.log(value);
  }
})();
