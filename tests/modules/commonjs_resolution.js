// Where requests lead: extensions, folders, packages, exports, imports, self-reference, options.
const { basename, dirname } = require('path');
const from = require('module').createRequire(`${__dirname}/fixtures/x.js`);
const tail = (file) => file.slice(__dirname.length);
for (const id of ['./values.cjs', './data', './cycle/a', 'exp', 'exp/p/a', 'exp/list', 'plain', 'plain/lib', 'plain/lib/index.js', '#a', '#dep', '#x/b', 'fixtures/a']) {
  console.log(id, tail(from.resolve(id)));
}
console.log(from('exp'), from('exp/p/a'), from('plain'), from('fixtures/a').two);
console.log(from.resolve('events'), from.resolve('node:events'));
console.log(tail(require.resolve('plain', { paths: [`${__dirname}/fixtures`] })), tail(require.resolve('./values.cjs', { paths: [`${__dirname}/fixtures`] })));
console.log(basename(dirname(from.resolve('./cycle/../cycle/b'))), require('./fixtures/data').json);
console.log(from.main === require.main, from.cache === require.cache, typeof from.extensions['.js']);
