// A month does not fit into a timer: it fires after a millisecond.
const MONTH = 30 * 24 * 60 * 60 * 1000;
setTimeout(() => console.log('at once'), MONTH);
