// The errors of require, with their codes and texts.
const show = (label, run) => {
  try {
    const value = run();
    console.log(label, 'gave', value);
  } catch (error) {
    const text = error.message.replaceAll(__dirname, '.');
    console.log(label, error.name, error.code, JSON.stringify(text), Object.keys(error).join());
  }
};
for (const id of [undefined, null, 5, '', {}]) show(String(id), () => require(id));
const from = require('module').createRequire(`${__dirname}/fixtures/x.js`);
for (const id of ['./nope', 'nope', '/nope/nope.js', 'node:nope', 'exp/nope', 'exp/p/secret/a', 'exp/bad', 'exp/missing', 'exp/num', 'exp/p/../a', 'lost', 'onlyimport', '#nope', '#null', '#bad', '#', 'fixtures/b', 'fixtures', 'test', '@scope', './data']) {
  show(id, () => typeof from(id));
}
show('throws', () => require('./fixtures/throws.cjs'));
console.log(Object.keys(require.cache).some((f) => f.endsWith('throws.cjs')), module.children.length);
for (const value of [undefined, 5, 'relative', './x', 'http://x/y', {}]) show(`createRequire ${typeof value}`, () => require('module').createRequire(value));
show('resolve', () => require.resolve(5));
show('paths', () => require.resolve('x', { paths: 'y' }));
