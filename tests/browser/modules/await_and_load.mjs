// Neither DOMContentLoaded nor load waits for what a module awaits.
document.addEventListener('DOMContentLoaded', () => console.log('DOMContentLoaded'));
addEventListener('load', () => console.log('load'));
console.log('module');
await new Promise((resolve) => setTimeout(resolve, 60));
console.log('module after 60 ms');
