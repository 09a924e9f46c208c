// once, passive, signal and the same listener twice.
const target = new EventTarget();
const controller = new AbortController();
const twice = () => console.log('registered twice, called once');
target.addEventListener('ping', twice);
target.addEventListener('ping', twice);
target.addEventListener('ping', () => console.log('once'), { once: true });
target.addEventListener('ping', () => console.log('until aborted'), { signal: controller.signal });
target.addEventListener('ping', (event) => {
  event.preventDefault();
  console.log('passive', event.defaultPrevented);
}, { passive: true });
const ping = () => target.dispatchEvent(new Event('ping', { cancelable: true }));
ping();
controller.abort();
console.log('again');
ping();
