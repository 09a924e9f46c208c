// The stack of an error that can not be written to.
const frozen = Object.freeze(new Error('frozen'));
console.log(frozen.stack.split('\n').slice(0, 2).join('|').replace(__filename, 'FILE'));
console.log(frozen.stack === frozen.stack);
console.log(require('util').inspect(frozen).split('\n').slice(0, 2).join('|').replace(__filename, 'FILE'));

const sealed = Object.seal(new RangeError('sealed'));
console.log(sealed.stack.split('\n')[0]);
sealed.message = 'other';
console.log(sealed.message, sealed.stack.split('\n')[0]);

const fixed = Object.preventExtensions(new TypeError('fixed'));
console.log(fixed.stack.split('\n')[0]);

async function fail() {
  await null;
  throw Object.freeze(new Error('late'));
}
fail().catch((error) => {
  const lines = error.stack.split('\n');
  console.log(lines[0], lines.slice(1).every((line) => line.startsWith('    at ')));
});
