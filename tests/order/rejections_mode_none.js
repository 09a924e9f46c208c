// --unhandled-rejections=none: nothing is said and the process ends with 0.
// @flags --unhandled-rejections=none
// @exit 0
Promise.reject(new Error('reason'));
setTimeout(() => console.log('goes on'), 1);
