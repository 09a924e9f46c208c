// @exit 1
require('node:fs').stat(__filename, function inPoll() {
  throw new Error('in poll');
});
setTimeout(() => console.log('never'), 500);
