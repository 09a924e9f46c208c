// @unspecified: a busy machine delivers a timer of 1 ms after the next frame
// Between one frame and the next there is time for a timer.
requestAnimationFrame(() => {
  console.log('frame');
  setTimeout(() => console.log('timer'), 1);
  requestAnimationFrame(() => console.log('next frame'));
  console.log('frame ends');
});
