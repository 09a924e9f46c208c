// The first frame falls a whole interval after the first script.
// @loop chrome firefox
// @roundel-flags --virtual-time --choose frame=late
// @output
//   timer
//   timer, 15 ms
//   frame
//   timer, 20 ms
setTimeout(() => console.log('timer'), 0);
setTimeout(() => console.log('timer, 15 ms'), 15);
setTimeout(() => console.log('timer, 20 ms'), 20);
requestAnimationFrame(() => console.log('frame'));
