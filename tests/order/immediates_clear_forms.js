// Cleared before, cleared twice, cleared from inside, cleared with nonsense.
const gone = setImmediate(() => console.log('never'));
clearImmediate(gone);
clearImmediate(gone);
for (const odd of [undefined, null, {}, 'x', 5, () => {}]) clearImmediate(odd);
const own = setImmediate(() => {
  clearImmediate(own);
  console.log('from inside');
});
