// What is asked for inside a frame callback runs in the next frame, after all of this one.
// @real-time
requestAnimationFrame((first) => {
  console.log('a');
  requestAnimationFrame((next) => console.log('a again', next > first));
});
requestAnimationFrame(() => console.log('b'));
