// Timers fire by due time, also when a busy script made all of them late.
setTimeout(() => console.log('30'), 30);
setTimeout(() => console.log('20'), 20);
setTimeout(() => console.log('10'), 10);
const until = performance.now() + 50;
while (performance.now() < until);
console.log('script done');
