// breakOnSigint: a signal ends the script and nothing else, and listeners of the program do not hear it.
'use strict';

const vm = require('vm');

const { pid } = process;
const context = vm.createContext({ kill: () => process.kill(pid, 'SIGINT') });
let heard = 0;
const listen = () => heard++;
function interrupted(label, run) {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, error.name, error.code, error.message, heard);
  }
}
const breaks = { breakOnSigint: true };
interrupted('context', () => vm.runInContext('kill(); while (true) {}', context, breaks));
interrupted('recursion', () => vm.runInContext('kill(); const f = () => { for (;;) f; }; f()', context, breaks));
interrupted('caught', () => vm.runInContext('kill(); for (;;) { try { for (;;) {} } catch {} }', context, breaks));
globalThis.kill = context.kill;
interrupted('this context', () => vm.runInThisContext('kill(); while (true) {}', breaks));
interrupted('script', () => new vm.Script('kill(); while (true) {}').runInNewContext({ kill: context.kill }, breaks));
process.on('SIGINT', listen);
interrupted('with a listener', () => vm.runInContext('kill(); while (true) {}', context, breaks));
interrupted('not interrupted', () => vm.runInContext('1 + 1', context, breaks));
interrupted('time limit', () => vm.runInContext('while (true) {}', context, { breakOnSigint: true, timeout: 30 }));
// From here on the program hears it.
process.kill(pid, 'SIGINT');
setTimeout(() => {
  console.log('heard', heard);
  process.removeListener('SIGINT', listen);
}, 200);
