// The environment is live, holds text only, and forgets what is deleted.
// @env GIVEN=from outside
// @env EMPTY=
console.log(process.env.GIVEN, JSON.stringify(process.env.EMPTY), process.env.MISSING);
process.env.NUMBER = 5;
process.env.TRUTH = true;
process.env.NOTHING = null;
console.log([process.env.NUMBER, process.env.TRUTH, process.env.NOTHING]);
console.log('GIVEN' in process.env, 'MISSING' in process.env, delete process.env.GIVEN, process.env.GIVEN, 'GIVEN' in process.env);
console.log(Object.keys(process.env).includes('NUMBER'), Object.hasOwn(process.env, 'NUMBER'));
console.log(Object.getOwnPropertyDescriptor(process.env, 'NUMBER'));
process.env.UNDEFINED = undefined;
console.log(process.env.UNDEFINED);
try {
  process.env[Symbol('s')] = 1;
} catch (error) {
  console.log(error.name);
}
try {
  process.env.SYMBOL = Symbol('s');
} catch (error) {
  console.log(error.name);
}
console.log(process.env[Symbol('x')], typeof process.env.toString, delete process.env.NEVER);
const copy = { ...process.env };
console.log(copy.NUMBER, Object.prototype.toString.call(process.env));
