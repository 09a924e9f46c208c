// A callback API that answers from a cache synchronously one time and later the next ("Zalgo"), and
// the same made always asynchronous.
const cache = new Map();
function zalgo(key, callback) {
  if (cache.has(key)) return callback(cache.get(key));
  setImmediate(() => {
    cache.set(key, key.toUpperCase());
    callback(cache.get(key));
  });
}
function tame(key, callback) {
  zalgo(key, (value) => process.nextTick(callback, value));
}
zalgo('a', (value) => {
  console.log('zalgo', value);
  zalgo('a', (again) => console.log('zalgo at once', again));
  console.log('after the second call');
  tame('a', (again) => console.log('tame', again));
  console.log('after the third call');
});
console.log('script');
