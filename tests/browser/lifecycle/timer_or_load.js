// @unspecified: how long a page takes to load is no rule of the event loop
// Timers of 0 ms beside the end of loading.
addEventListener('DOMContentLoaded', () => console.log('DOMContentLoaded'));
addEventListener('load', () => console.log('load'));
setTimeout(() => console.log('timer'), 0);
