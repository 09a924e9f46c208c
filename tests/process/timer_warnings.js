// Timers warn about delays that make no sense, negative ones and NaN once.
for (const ms of [-1, -2, NaN, NaN, 2 ** 31, 2 ** 31]) clearTimeout(setTimeout(() => {}, ms));
process.on('warning', (warning) => console.log(warning.name));
