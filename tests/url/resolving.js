// `url.resolve` and `url.resolveObject`: every field of what comes out, for bases and references put together from parts.
'use strict';
const url = require('url');
process.removeAllListeners('warning');
process.on('warning', () => {});

const bases = [
  '', '/', '.', '..', 'a', 'a/', 'a/b', '/a/b', '/a/b/', '/a/../b', '//h', '//h/p', '//u:p@h:1/p?q#f', '?q', '#f',
  'http:', 'http:a', 'http:a/b', 'http:/a/b', 'http://', 'http://h', 'http://h/', 'http://h?q', 'http://u:p@h:80/a/b?q=1#f',
  'file:', 'file:a', 'file:/a/b', 'file:///a/b', 'file://h/a', 'mailto:a@b', 'mailto:a@b/c', 'mailto:a@b?q', 'foo:', 'foo:bar',
  'foo:/bar', 'foo://h/bar', 'foo://u@h:2/bar/baz', 'javascript:alert(1)', 'javascript:/a/b', 'ws://h/x', 'x:a@b@c/d',
];
const references = [
  ...bases, './', '../', '../..', '../../', '../../x', './x', 'x/..', 'x/../', 'x/./y', '/..', '/../x', '/x/..', '///', '///x',
  '//h2/..', '?', '#', '?x#y', 'x?y#z', '.x', '..x', 'x..', 'http:..', 'http:../x', 'http:?x', 'http:#x', 'http:///x', 'http:////x/y',
  'foo:..', 'foo:../x', 'foo:?x', 'foo:x@y/z', 'mailto:..', 'mailto:c@d', 'mailto:/c', 'http://h/../x', 'http://u2@h:80/x',
];
for (let b = 0; b < bases.length; b++) {
  for (let r = 0; r < references.length; r++) {
    let line;
    try {
      const made = url.resolveObject(bases[b], references[r]);
      line = url.resolve(bases[b], references[r]) + ' ' + JSON.stringify(made);
    } catch (error) {
      line = error.code;
    }
    console.log(JSON.stringify(bases[b]), JSON.stringify(references[r]), line);
  }
}
