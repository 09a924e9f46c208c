// An observer that throws does not keep the next one from its records.
onerror = (message, file, line, column, error) => console.log('reported:', error.message);
const node = document.createElement('p');
for (const name of ['a', 'b']) {
  new MutationObserver(() => {
    console.log(name);
    throw new Error('from ' + name);
  }).observe(node, { attributes: true });
}
node.id = 'x';
