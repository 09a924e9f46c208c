// Between one frame and the next there is time for a timer, a message and an idle callback.
requestAnimationFrame(() => {
  console.log('frame');
  setTimeout(() => console.log('timer'), 1);
  requestAnimationFrame(() => console.log('next frame'));
  console.log('frame ends');
});
