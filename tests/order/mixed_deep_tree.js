// A tree of callbacks three levels deep, each level adding one of every kind.
const lines = [];
function grow(path, depth) {
  lines.push(path);
  if (depth === 0) return;
  process.nextTick(grow, `${path} tick`, depth - 1);
  Promise.resolve().then(() => grow(`${path} job`, depth - 1));
  setImmediate(grow, `${path} check`, depth - 1);
}
setImmediate(grow, 'root', 3);
process.on('exit', () => console.log(lines.join('\n')));
