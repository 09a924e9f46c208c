// Changes made in a frame callback and read in a microtask of it are the same document.
const box = document.createElement('div');
document.body.append(box);
new MutationObserver((records) => console.log('observer', records.length)).observe(box, {
  attributes: true,
});
requestAnimationFrame(() => {
  box.className = 'moved';
  box.title = 'twice';
  console.log('frame', box.className);
});
requestAnimationFrame(() => console.log('second callback', box.title));
