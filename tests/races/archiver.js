// archiver #388: the archive is finalized when the last file was appended, although its size is still being asked for.
'use strict';
const fs = require('node:fs');

class Archive {
  entries = [];
  isFinal = false;
  file(name) {
    fs.stat(name, () => {
      if (this.isFinal) throw new Error('append after finalize');
      this.entries.push(name);
    });
  }
  finalize(callback) {
    fs.stat(__dirname, () => {
      this.isFinal = true;
      callback(this.entries.length);
    });
  }
}

const archive = new Archive();
archive.file(__filename);
archive.file(__dirname);
archive.finalize((count) => console.log(count, 'entries'));
