// Frames stand on a grid that --frame-phase and --frame-rate move.
// @loop chrome firefox
// @roundel-flags --virtual-time --frame-phase 30 --frame-rate 10
// @output
//   timer, 25 ms
//   frame
//   timer, 40 ms
//   timer, 120 ms
//   frame 100
//   timer, 140 ms
setTimeout(() => console.log('timer, 25 ms'), 25);
setTimeout(() => console.log('timer, 40 ms'), 40);
setTimeout(() => console.log('timer, 120 ms'), 120);
setTimeout(() => console.log('timer, 140 ms'), 140);
requestAnimationFrame((first) => {
  console.log('frame');
  requestAnimationFrame((second) => console.log('frame', Math.round(second - first)));
});
