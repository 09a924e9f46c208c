// openAsBlob: a file as a Blob, which is read when somebody asks for its bytes. A file that was changed meanwhile can not be
// read any more: a Blob is immutable.
'use strict';

const { Number, Uint8Array, globalThis } = primordials;

const { validateObject, validateString } = require('internal/validators');
const { pathOf } = require('internal/fs/arguments');

const unreadable = () => new globalThis.DOMException('The blob could not be read', 'NotReadableError');

// The bytes of a file from `start` to `end`, as the file was.
class FilePart {
  constructor(path, { size, mtimeNs, ino }, start = 0, end = Number(size)) {
    this.path = path;
    this.known = { __proto__: null, size, mtimeNs, ino };
    this.start = start;
    this.end = end;
  }

  get size() { return this.end - this.start; }

  slice(start, end) {
    return new FilePart(this.path, this.known, this.start + start, this.start + end);
  }

  #check(stat) {
    const { size, mtimeNs, ino } = this.known;
    if (!stat.isFile() || stat.size !== size || stat.mtimeNs !== mtimeNs || stat.ino !== ino) throw unreadable();
  }

  async read() {
    const fs = require('fs');
    const bytes = new Uint8Array(this.size);
    let file;
    try {
      file = await fs.promises.open(this.path);
      this.#check(await file.stat({ bigint: true }));
      for (let at = 0; at < bytes.length;) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, this.start + at);
        if (bytesRead === 0) throw unreadable();
        at += bytesRead;
      }
    } catch {
      throw unreadable();
    } finally {
      await file?.close();
    }
    return bytes;
  }

  // For what needs the bytes at once: another Blob that they are a part of, the body of a request.
  readSync() {
    const fs = require('fs');
    const bytes = new Uint8Array(this.size);
    let fd;
    try {
      fd = fs.openSync(this.path);
      this.#check(fs.fstatSync(fd, { bigint: true }));
      for (let at = 0; at < bytes.length;) {
        const count = fs.readSync(fd, bytes, at, bytes.length - at, this.start + at);
        if (count === 0) throw unreadable();
        at += count;
      }
    } catch {
      throw unreadable();
    } finally {
      if (fd !== undefined) fs.closeSync(fd);
    }
    return bytes;
  }
}

function openAsBlobSync(path, options = {}) {
  validateObject(options, 'options');
  const { type = '' } = options;
  validateString(type, 'options.type');
  const file = pathOf(path);
  const { ofFile } = require('internal/buffer/blob');
  return ofFile(new FilePart(file, require('fs').statSync(file, { bigint: true })), type);
}

// What is wrong with the arguments or the file is thrown at once, as Node does.
function openAsBlob(path, options) {
  const blob = openAsBlobSync(path, options);
  return (async () => blob)();
}

module.exports = { openAsBlob, openAsBlobSync };
