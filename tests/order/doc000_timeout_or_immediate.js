// Document 000, sample 5: from the main script a zero timeout and an immediate race; whether a
// millisecond passed before the first look at the timers decides. Both orders are right.
// @either timeout immediate
// @either immediate timeout
const order = [];
setTimeout(() => order.push('timeout'), 0);
setImmediate(() => order.push('immediate'));
process.on('exit', () => console.log(order.join(' ')));
