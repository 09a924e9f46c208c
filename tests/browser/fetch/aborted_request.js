// abort() tells readystatechange, abort and loadend inside the call, and leaves state 0.
const request = new XMLHttpRequest();
request.open('GET', 'fixtures/greeting.txt');
request.onreadystatechange = () => console.log('readystatechange', request.readyState);
for (const type of ['loadstart', 'abort', 'load', 'loadend']) {
  request.addEventListener(type, () => console.log(type, request.readyState));
}
request.send();
console.log('aborting');
request.abort();
console.log('state', request.readyState);
