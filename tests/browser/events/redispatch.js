// A listener that dispatches its own event again is refused; one that dispatches another of the same kind comes to an end
// without an `error` event, and the script goes on.
const target = new EventTarget();
const other = new EventTarget();
let errors = 0;
window.addEventListener('error', () => { errors++; });
const attempt = (name, work) => {
  try {
    console.log(name, work());
  } catch (error) {
    console.log(name, error.name);
  }
};
target.addEventListener('ping', (event) => {
  attempt('the same target', () => target.dispatchEvent(event));
  attempt('another target', () => other.dispatchEvent(event));
  console.log(event.eventPhase, event.currentTarget === target, event.isTrusted);
});
target.addEventListener('ping', () => console.log('second listener'));
other.addEventListener('ping', () => console.log('never'));
const ping = new Event('ping');
for (let i = 0; i < 2; i++) console.log(target.dispatchEvent(ping), ping.eventPhase, ping.target === target);

let depth = 0;
target.addEventListener('pong', () => {
  depth++;
  target.dispatchEvent(new Event('pong'));
});
console.log(target.dispatchEvent(new Event('pong')), depth > 20, depth < 2000, errors);

const button = document.createElement('button');
let clicks = 0;
button.onclick = () => {
  clicks++;
  button.click();
};
button.click();
console.log(clicks > 0, clicks < 2000, errors);
