// A microtask checkpoint follows each callback of a frame.
for (const name of ['a', 'b']) {
  requestAnimationFrame(() => {
    console.log('frame', name);
    Promise.resolve()
      .then(() => console.log('promise', name))
      .then(() => console.log('promise again', name));
  });
}
