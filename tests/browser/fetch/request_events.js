// The events of an XMLHttpRequest, in order, and the states it shows.
const request = new XMLHttpRequest();
request.onreadystatechange = () => console.log('readystatechange', request.readyState);
for (const type of ['loadstart', 'load', 'loadend', 'error', 'abort']) {
  request.addEventListener(type, () => {
    console.log(type, request.readyState);
    queueMicrotask(() => console.log('microtask of', type));
  });
}
request.open('GET', 'fixtures/greeting.txt');
console.log('opened');
request.send();
console.log('sent');
