// An event that comes from a task: a microtask checkpoint after every listener.
for (const name of ['a', 'b']) {
  addEventListener('load', () => {
    console.log('listener', name);
    Promise.resolve().then(() => console.log('promise', name));
  });
}
onload = () => console.log('handler');
