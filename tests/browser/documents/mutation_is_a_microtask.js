// A MutationObserver's callback is a microtask, in line with promise jobs, and a timer is a task.
const observer = new MutationObserver(() => console.log('mutation'));
observer.observe(document.body, { attributes: true });
setTimeout(() => console.log('timeout'), 0);
Promise.resolve().then(() => console.log('promise 1'));
document.body.setAttribute('data-state', 'changed');
Promise.resolve().then(() => console.log('promise 2'));
console.log('end of script');
