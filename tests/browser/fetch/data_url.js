// A data: URL takes no network and is still answered in a later task.
fetch('data:text/plain,a%20b')
  .then((response) => response.text())
  .then((text) => console.log('text', text));
Promise.resolve().then(() => console.log('promise'));
console.log('script');
