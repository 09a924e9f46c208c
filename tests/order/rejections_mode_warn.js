// --unhandled-rejections=warn: a warning, code 0.
// @flags --unhandled-rejections=warn
// @exit 0
process.on('warning', (warning) => console.log(warning.name));
Promise.reject(new Error('reason'));
setTimeout(() => console.log('goes on'), 1);
