// A synchronous request: send() returns with the answer, and microtasks wait.
queueMicrotask(() => console.log('microtask'));
const request = new XMLHttpRequest();
request.onreadystatechange = () => console.log('state', request.readyState);
request.open('GET', 'fixtures/greeting.txt', false);
request.send();
console.log('answer', request.responseText.trim());
