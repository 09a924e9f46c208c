// If the system put a timer's callback into a queue when the time has come, clearing it afterwards would be too late.
const timer = setTimeout(() => console.log('never'), 5);
const begin = Date.now();
while (Date.now() - begin < 50);
clearTimeout(timer);
console.log('45 ms past its time, and cleared');
