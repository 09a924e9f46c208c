// compare:
console.log('script');
Promise.reject(new Error('nobody cares'));
setTimeout(() => console.log('timer'), 10);
