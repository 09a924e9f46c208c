// From the main script a zero timeout and an immediate race: has a millisecond passed at the first look at the timers?
setTimeout(() => console.log('timeout'), 0);
setImmediate(() => console.log('immediate'));
