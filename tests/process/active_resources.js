// getActiveResourcesInfo names what keeps the process alive.
const timer = setTimeout(() => {}, 1000);
const interval = setInterval(() => {}, 1000);
setImmediate(() => {});
const unrefd = setTimeout(() => {}, 1000).unref();
const count = (name) => process.getActiveResourcesInfo().filter((n) => n === name).length;
console.log(count('Timeout'), count('Immediate'));
unrefd.ref();
console.log(count('Timeout'));
clearTimeout(timer);
clearInterval(interval);
clearTimeout(unrefd);
console.log(count('Timeout'));
