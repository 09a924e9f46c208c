// nedb #610: a document that is inserted while the file is loaded is lost when the loading is over.
'use strict';
const fs = require('node:fs');
const assert = require('node:assert');

class Datastore {
  documents = [];
  load(callback) {
    fs.readFile(__filename, () => {
      this.documents = ['from the file'];
      callback();
    });
  }
  insert(document, callback) {
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
