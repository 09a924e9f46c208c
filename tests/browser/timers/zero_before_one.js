// There is no floor of 1 ms: a delay of 0 that is asked for later comes first.
setTimeout(() => console.log('one'), 1);
setTimeout(() => console.log('zero'), 0);
