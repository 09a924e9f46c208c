// compare: --loops=chrome,node
console.log('script');
requestAnimationFrame(() => console.log('frame'));
