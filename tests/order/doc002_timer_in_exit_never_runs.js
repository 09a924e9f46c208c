// Document 002, questions: a timer set while exiting is made, and never runs.
process.on('exit', () => {
  const timer = setTimeout(() => console.log('never'), 0);
  console.log('exit; timer made:', timer.hasRef());
});
setTimeout(() => console.log('last timer'), 1);
