// disconnect() throws waiting records away, takeRecords() hands them over; no call in either case.
const node = document.createElement('p');
const gone = new MutationObserver(() => console.log('never'));
gone.observe(node, { attributes: true });
const taken = new MutationObserver(() => console.log('only for the last change'));
taken.observe(node, { attributes: true, attributeOldValue: true });
node.id = 'a';
node.id = 'b';
gone.disconnect();
console.log(taken.takeRecords().map((record) => record.oldValue).join(), gone.takeRecords().length);
queueMicrotask(() => {
  console.log('microtask');
  node.id = 'c';
});
