// An error whose every property throws when read: the process still ends with 1.
// @exit 1
// @stderr ignore
throw new Proxy(new Error('hidden'), {
  get() {
    throw new Error('get');
  },
  getOwnPropertyDescriptor() {
    throw new Error('descriptor');
  },
  ownKeys() {
    throw new Error('keys');
  },
  getPrototypeOf() {
    throw new Error('prototype');
  },
});
