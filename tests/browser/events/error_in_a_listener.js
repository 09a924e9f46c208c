// A listener that throws is reported before the next one runs.
onerror = (message, file, line, column, error) => {
  console.log('reported:', error.message);
};
const target = new EventTarget();
target.addEventListener('ping', () => {
  console.log('first');
  throw new Error('from a listener');
});
target.addEventListener('ping', () => console.log('second'));
target.dispatchEvent(new Event('ping'));
console.log('script goes on');
