// compare: --loops=node,chrome
let depth = 0;
function nest() {
  console.log(`depth ${++depth}`);
  if (depth < 8) setTimeout(nest, 1);
}
setTimeout(nest, 1);
setTimeout(() => console.log('10 ms'), 10);
