// All callbacks of a frame are given one time, however long the first of them takes.
let time;
requestAnimationFrame((now) => {
  time = now;
  const until = performance.now() + 5;
  while (performance.now() < until);
});
requestAnimationFrame((now) => {
  console.log('same', now === time, 'not in the future', now <= performance.now());
  requestAnimationFrame((later) => console.log('later', later > time));
});
