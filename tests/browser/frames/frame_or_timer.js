// @unspecified: no rule says whether a frame falls before a timer of 0 ms
// The start of a page: a frame beside timers.
setTimeout(() => console.log('timer 1'), 0);
requestAnimationFrame(() => console.log('frame'));
setTimeout(() => console.log('timer 2'), 0);
