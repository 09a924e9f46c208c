// setTimeout(0) or setImmediate: which is first? It depends on where you stand.
'use strict';

const fs = require('node:fs');

function both(where, then) {
  const order = [];
  const end = (name) => {
    order.push(name);
    if (order.length === 2) {
      console.log(`${where.padEnd(22)} ${order.join(', then ')}`);
      then?.();
    }
  };
  setTimeout(end, 0, 'timeout');
  setImmediate(end, 'immediate');
}

// In the main script: a race, different from run to run.
both('main script (a race)', () => {
  // In an I/O callback, the poll phase: check is next, so the immediate is always first.
  fs.stat(__filename, () => {
    both('in an I/O callback', () => {
      // In a timer: check comes before the timers are looked at again. (So since Node 20.)
      setTimeout(() => {
        both('in a timer', () => {
          // In an immediate: the next immediates are a whole turn away, the timers are not. But
          // they must be due: here a millisecond is passed on purpose.
          setImmediate(() => {
            both('in a slow immediate');
            const begin = Date.now();
            while (Date.now() - begin < 3);
          });
        });
      }, 1);
    });
  });
});
