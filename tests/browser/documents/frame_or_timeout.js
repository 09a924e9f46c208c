// A frame callback between two timers: when the frame falls is the browser's to say.
// @unspecified: no rule says when a frame falls; both orders are common in both browsers.
setTimeout(() => console.log('timeout 1'), 0);
requestAnimationFrame(() => console.log('frame'));
setTimeout(() => console.log('timeout 2'), 0);
new Promise((resolve) => {
  console.log('executor begins');
  resolve();
  console.log('executor ends');
}).then(() => console.log('promise'));
console.log('end of script');
