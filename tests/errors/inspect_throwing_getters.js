// A getter that throws is shown, not run; with `getters: true` its error is shown.
const { inspect } = require('node:util');
const object = {
  get fine() { return 1; },
  get bad() { throw new Error('from the getter'); },
  set only(value) {},
};
console.log(object);
const shown = inspect(object, { getters: true });
console.log(shown.split('\n').slice(0, 3).join('\n'));
console.log(shown.split('\n').slice(-2).join('\n'));
