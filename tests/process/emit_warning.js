// Every form of emitWarning; the event comes in a tick, the text on stderr.
process.on('warning', (warning) => console.log(warning.name, warning.message, warning.code, warning.detail));
process.emitWarning('plain');
process.emitWarning('with type', 'CustomWarning');
process.emitWarning('with code', 'CustomWarning', 'C001');
process.emitWarning('with options', { type: 'OptionWarning', code: 'C002', detail: 'some detail' });
process.emitWarning(Object.assign(new Error('an error'), { name: 'OwnName' }));
process.emitWarning('deprecated', 'DeprecationWarning', 'DEP_X');
console.log('script');
for (const wrong of [undefined, 5, {}]) {
  try {
    process.emitWarning(wrong);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
