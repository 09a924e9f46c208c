// One more line of the main script. The first line that a process prints opens stdout, which takes Node about the
// millisecond that decides the race; no rule says so.
setTimeout(() => console.log('timeout'), 0);
setImmediate(() => console.log('immediate'));
console.log('main script');
