// --unhandled-rejections=warn-with-error-code: a warning, and code 1 at the end.
// @flags --unhandled-rejections=warn-with-error-code
// @exit 1
Promise.reject(new Error('reason'));
setTimeout(() => console.log('goes on'), 1);
process.on('exit', (code) => console.log('exit', code));
