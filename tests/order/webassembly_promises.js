// Each promise of WebAssembly is settled in a callback of its own: its jobs come first, then their ticks, then the next promise.
// A call that is wrong is answered at once.
'use strict';

const module = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

function follow(name, promise) {
  const told = (how) => () => {
    console.log(`${name} ${how}`);
    process.nextTick(() => console.log(`${name} tick`));
    Promise.resolve().then(() => console.log(`${name} promise`));
  };
  promise.then(told('fulfilled'), told('rejected'));
}

follow('wrong', WebAssembly.compile(1));
process.nextTick(() => console.log('tick of the main script'));
WebAssembly.compile(module).then((compiled) => {
  console.log(compiled instanceof WebAssembly.Module);
  follow('compile', WebAssembly.compile(module));
  setTimeout(() => follow('instantiate', WebAssembly.instantiate(module)), 20);
  setTimeout(() => follow('broken', WebAssembly.compile(new Uint8Array([0, 97]))), 60);
});
