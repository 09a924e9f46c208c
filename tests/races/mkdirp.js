// mkdirp: a folder that is missing is made after its parent was looked for; two callers find it missing.
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

function mkdirp(dir, callback) {
  fs.stat(dir, (missing) => {
    if (!missing) return callback(null);
    mkdirp(path.dirname(dir), (error) => {
      if (error) return callback(error);
      fs.mkdir(dir, callback);
    });
  });
}

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'mkdirp-'));
const done = (error) => {
  if (error) throw error;
  console.log('made');
};
mkdirp(path.join(root, 'cache'), done);
// A moment later, when the first is over, on a machine that is quick enough.
setImmediate(() => setTimeout(() => mkdirp(path.join(root, 'cache', 'images'), done), 2));
