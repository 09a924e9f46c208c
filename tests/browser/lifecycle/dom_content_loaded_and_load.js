// readyState and the events on the way, seen from a classic script.
// @real-time
const say = (what) => () => console.log(what, document.readyState);
document.addEventListener('readystatechange', say('readystatechange'));
document.addEventListener('DOMContentLoaded', say('DOMContentLoaded'));
addEventListener('DOMContentLoaded', say('DOMContentLoaded at the window'));
addEventListener('load', say('load'));
document.addEventListener('load', say('load at the document'));
queueMicrotask(say('microtask'));
say('script')();
