// compare:
console.log('script');
setTimeout(() => console.log('timer'), 10);
Promise.resolve().then(() => console.log('promise'));
