// A program that prints one line.
console.log('hello');
