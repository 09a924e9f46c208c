// navigator: what the web platform tells about the machine, as far as it makes
// sense outside of a browser.
'use strict';

const { ObjectDefineProperties, ObjectFreeze, StringPrototypeSlice, StringPrototypeIndexOf } = primordials;

const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } } = require('internal/errors');

const kConstruct = {};

class Navigator {
  #languages;
  #hardwareConcurrency;

  constructor(key = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  get hardwareConcurrency() {
    return this.#hardwareConcurrency ??= require('os').availableParallelism();
  }

  get locks() {
    if (!(#languages in this)) throw new ERR_INVALID_THIS('Navigator');
    return require('web/locks').locks;
  }

  get language() {
    return this.languages[0];
  }

  get languages() {
    return this.#languages ??= ObjectFreeze([Intl.DateTimeFormat().resolvedOptions().locale]);
  }

  get userAgent() {
    const { version } = process;
    return `Node.js/${StringPrototypeSlice(version, 1, StringPrototypeIndexOf(version, '.'))}`;
  }

  get platform() {
    switch (process.platform) {
      case 'darwin':
        return 'MacIntel';
      case 'win32':
        return 'Win32';
      case 'linux':
        if (process.arch === 'x64') return 'Linux x86_64';
        return process.arch === 'ia32' ? 'Linux i686' : `Linux ${process.arch}`;
      default:
        return `${process.platform} ${process.arch}`;
    }
  }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Navigator.prototype, {
  hardwareConcurrency: enumerable,
  locks: enumerable,
  language: enumerable,
  languages: enumerable,
  userAgent: enumerable,
  platform: enumerable,
});

module.exports = { Navigator, navigator: new Navigator(kConstruct) };
