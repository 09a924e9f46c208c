// Timers of one duration run in the order they were set, with their arguments.
for (let i = 0; i < 5; i += 1) setTimeout((...args) => console.log(i, args), 3, 'a', i);
