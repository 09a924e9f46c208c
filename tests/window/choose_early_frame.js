// The first frame falls as soon as the first script has run.
// @loop chrome firefox
// @roundel-flags --virtual-time --choose frame=early
// @output
//   frame
//   timer
setTimeout(() => console.log('timer'), 0);
requestAnimationFrame(() => console.log('frame'));
