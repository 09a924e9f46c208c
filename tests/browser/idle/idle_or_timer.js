// @unspecified: whether the page counts as idle before a timer of 0 ms is up to the browser
// An idle callback beside a timer of 0 ms and one of 30 ms.
requestIdleCallback(() => console.log('idle'));
setTimeout(() => console.log('timer 0'), 0);
setTimeout(() => console.log('timer 30'), 30);
