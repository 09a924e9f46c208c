// What is no number, or less than zero, is 0; a delay is taken as a 32-bit integer.
setTimeout(() => console.log('negative'), -100);
setTimeout(() => console.log('NaN'), NaN);
setTimeout(() => console.log('missing'));
setTimeout(() => console.log('null'), null);
setTimeout(() => console.log('fraction'), 0.9);
setTimeout(() => console.log('more than 31 bits'), 2 ** 31);
setTimeout(() => console.log('twenty by overflow'), 2 ** 32 + 20);
setTimeout(() => console.log('ten as text'), '10');
