// Clocks that a script reads move in steps: 100 us as in Chromium, 1 ms as in Firefox.
// @loop chrome
// @output
//   true true true
const isStep = (ms) => Math.abs(ms * 10 - Math.round(ms * 10)) < 1e-3;
const first = performance.now();
let second = first;
while (second === first) second = performance.now();
console.log(isStep(first), isStep(second), second - first > 0.0999);
