// What is pending is waited for.
'use strict';
const fs = require('node:fs');

class Archive {
  entries = [];
  isFinal = false;
  pending = 0;
  whenQuiet = null;
  file(name) {
    this.pending += 1;
    fs.stat(name, () => {
      if (this.isFinal) throw new Error('append after finalize');
      this.entries.push(name);
      this.pending -= 1;
      if (this.pending === 0) this.whenQuiet?.();
    });
  }
  finalize(callback) {
    fs.stat(__dirname, () => {
      this.whenQuiet = () => {
        this.isFinal = true;
        callback(this.entries.length);
      };
      if (this.pending === 0) this.whenQuiet();
    });
  }
}

const archive = new Archive();
archive.file(__filename);
archive.file(__dirname);
archive.finalize((count) => console.log(count, 'entries'));
