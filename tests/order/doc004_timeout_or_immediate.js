// Document 004, sample 5: the race from the main script. One more line of synchronous code, which
// the document takes to decide it, does not.
// @either main timeout immediate
// @either main immediate timeout
const order = [];
setTimeout(() => order.push('timeout'), 0);
setImmediate(() => order.push('immediate'));
order.push('main');
process.on('exit', () => console.log(order.join(' ')));
