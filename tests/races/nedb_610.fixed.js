// What is inserted waits for the loading.
'use strict';
const fs = require('node:fs');
const assert = require('node:assert');

class Datastore {
  documents = [];
  waiting = [];
  isLoaded = false;
  load(callback) {
    fs.readFile(__filename, () => {
      this.documents = ['from the file'];
      this.isLoaded = true;
      callback();
      for (const task of this.waiting.splice(0)) task();
    });
  }
  insert(document, callback) {
    if (!this.isLoaded) return this.waiting.push(() => this.insert(document, callback));
    fs.stat(__filename, () => {
      this.documents.push(document);
      callback();
    });
  }
}

const store = new Datastore();
store.load(() => {});
store.insert('new', () => {});
process.on('exit', () => {
  console.log(store.documents.length, 'documents');
  assert.deepStrictEqual(store.documents, ['from the file', 'new']);
});
