// The environment refuses what the system refuses, is cut where C's texts end, can not be closed, and is cloned as a plain object.
// @env GIVEN=from outside
const { MessageChannel, receiveMessageOnPort } = require('worker_threads');
const { env } = process;
const before = Object.keys(env).length;
env[''] = 'x';
env['a=b'] = 'x';
env['=c'] = 'x';
Object.defineProperty(env, 'd=', { value: 'x', configurable: true, writable: true, enumerable: true });
console.log(env[''], env['a=b'], env['=c'], env['d='], '' in env, 'a=b' in env, Object.keys(env).length - before);
env.CUT = 'whole\0part';
console.log(env.CUT, delete env[''], delete env['a=b']);
for (const close of [() => Object.preventExtensions(env), () => Object.freeze(env), () => Object.seal(env)]) {
  try {
    close();
    console.log('closed');
  } catch (error) {
    console.log(error.name);
  }
}
try {
  Object.defineProperty(env, Symbol('s'), { value: 'x', configurable: true, writable: true, enumerable: true });
  console.log('defined');
} catch (error) {
  console.log(error.name, error.message);
}
env.LATER = 'still open';
console.log(env.LATER, Object.isExtensible(env));
const copy = structuredClone({ env, again: env });
console.log(copy.env.GIVEN, copy.env.LATER, copy.env === copy.again, Object.getPrototypeOf(copy.env) === Object.prototype);
copy.env.GIVEN = 5;
console.log(copy.env.GIVEN, env.GIVEN);
const { port1, port2 } = new MessageChannel();
port1.postMessage(env);
console.log(receiveMessageOnPort(port2).message.GIVEN);
try {
  structuredClone(new Proxy(env, {}));
} catch (error) {
  console.log(error.name);
}
