// --no-warnings prints nothing; the event still comes.
// @flags --no-warnings
process.on('warning', (warning) => console.log('event', warning.message));
process.emitWarning('not on stderr');
