// A folder that somebody else has made meanwhile is as good as one's own.
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

function mkdirp(dir, callback) {
  fs.stat(dir, (missing) => {
    if (!missing) return callback(null);
    mkdirp(path.dirname(dir), (error) => {
      if (error) return callback(error);
      fs.mkdir(dir, (error) => callback(error && error.code !== 'EEXIST' ? error : null));
    });
  });
}

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'mkdirp-'));
const done = (error) => {
  if (error) throw error;
  console.log('made');
};
mkdirp(path.join(root, 'cache'), done);
setImmediate(() => setTimeout(() => mkdirp(path.join(root, 'cache', 'images'), done), 2));
