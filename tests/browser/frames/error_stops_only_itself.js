// A callback that throws is reported; the others of its frame run.
onerror = (message, file, line, column, error) => console.log('reported:', error.message);
requestAnimationFrame(() => {
  console.log('a');
  throw new Error('from a frame');
});
requestAnimationFrame(() => console.log('b'));
