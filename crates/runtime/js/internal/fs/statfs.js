// StatFs: what is known of a file system as a whole.
'use strict';

class StatFs {
  constructor(type, bsize, blocks, bfree, bavail, files, ffree) {
    this.type = type;
    this.bsize = bsize;
    this.frsize = bsize;
    this.blocks = blocks;
    this.bfree = bfree;
    this.bavail = bavail;
    this.files = files;
    this.ffree = ffree;
  }
}

// From the fields of the native half.
function statFsOf(f) {
  return new StatFs(f[0], f[1], f[2], f[3], f[4], f[5], f[6]);
}

module.exports = { statFsOf };
