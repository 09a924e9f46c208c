// Timers of different durations run by due time, not in the order they were set.
for (const ms of [150, 50, 100, 1]) setTimeout(() => console.log(ms), ms);
