// Immediates pass their arguments on.
setImmediate((...args) => console.log(args));
setImmediate((...args) => console.log(args), 1);
setImmediate((...args) => console.log(args), 1, 'two', [3], { four: 4 }, null);
