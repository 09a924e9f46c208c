// Names of moments in the life of the process: a measure can begin there, a mark can not be called so.
'use strict';

const show = (run) => {
  try {
    const entry = run();
    console.log(entry.entryType, entry.name, entry.duration >= 0);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};

for (const name of ['nodeStart', 'v8Start', 'environment', 'bootstrapComplete', 'loopStart', 'loopExit', 'idleTime', 'navigationStart', 'a']) {
  show(() => performance.mark(name));
  show(() => new PerformanceMark(name));
}
for (const name of ['nodeStart', 'bootstrapComplete', 'a', 'none']) show(() => performance.measure('m', name));
