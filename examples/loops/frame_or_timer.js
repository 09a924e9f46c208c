// A frame or a timer without a delay: no rule says which is first. Turn it:
//
//   roundel --loop chrome --choose frame=early examples/loops/frame_or_timer.js
//   roundel --loop chrome --choose frame=late examples/loops/frame_or_timer.js
setTimeout(() => console.log('timer'), 0);
requestAnimationFrame(() => console.log('frame'));
