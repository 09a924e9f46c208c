// The file behind localStorage: JSON, an object of texts under the name of the format. It is written anew with each change, by a
// second file that takes its place, so that a program that is killed leaves one or the other; what another program has written
// meanwhile is read before each use.
'use strict';

const { Error, JSONParse, JSONStringify, MapPrototypeForEach, ObjectKeys } = primordials;

const { Store } = require('web/storage');

const FORMAT = 'roundel-localstorage-1';

function refuse(message) {
  const error = new Error(message);
  error.code = 'ERR_INVALID_STATE';
  return error;
}

class FileStore extends Store {
  #path;
  // Which file was read last: it is another as soon as somebody has written.
  #seen = '';

  constructor(path) {
    super();
    this.#path = require('path').resolve(path);
    this.refresh();
    if (this.#seen === '') this.save();
  }

  refresh() {
    const fs = require('fs');
    const stats = fs.statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    const seen = stats === undefined ? '' : `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}`;
    if (seen === this.#seen) return;
    this.forget();
    this.#seen = seen;
    if (stats === undefined || stats.size === 0n) return;
    const kept = this.#read(fs);
    const keys = ObjectKeys(kept);
    for (let i = 0; i < keys.length; i++) this.replace(keys[i], `${kept[keys[i]]}`);
  }

  #read(fs) {
    let kept;
    try {
      kept = JSONParse(fs.readFileSync(this.#path, 'utf8'))?.[FORMAT];
    } catch (error) {
      if (error?.code !== undefined) throw refuse('unable to open database file');
    }
    if (typeof kept !== 'object' || kept === null) throw refuse(`${this.#path} was not written by localStorage of this runtime`);
    return kept;
  }

  save() {
    const fs = require('fs');
    const items = { __proto__: null };
    MapPrototypeForEach(this.items, (value, key) => { items[key] = value; });
    const next = `${this.#path}.${process.pid}.tmp`;
    try {
      fs.writeFileSync(next, JSONStringify({ [FORMAT]: items }), { flush: true });
      fs.renameSync(next, this.#path);
    } catch {
      throw refuse('unable to open database file');
    }
    const stats = fs.statSync(this.#path, { bigint: true });
    this.#seen = `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}`;
  }
}

module.exports = { FileStore };
