// Anything can be thrown; the handler gets it as it is.
process.on('uncaughtException', (value, origin) => console.log('caught', value, origin));
const values = [undefined, null, 0, '', 'text', false, Symbol('s'), { a: 1 }, [1], 10n];
values.forEach((value) => setImmediate(() => {
  throw value;
}));
