// A callback may cancel a later one of the same frame.
requestAnimationFrame(() => {
  console.log('a');
  cancelAnimationFrame(b);
});
const b = requestAnimationFrame(() => console.log('b'));
requestAnimationFrame(() => console.log('c'));
cancelAnimationFrame(requestAnimationFrame(() => console.log('d')));
console.log(typeof b);
