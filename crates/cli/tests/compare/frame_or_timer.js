// compare: --loops=chrome,firefox
requestAnimationFrame(() => console.log('frame'));
setTimeout(() => console.log('timer'), 0);
