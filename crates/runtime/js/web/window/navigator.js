// navigator of a page and of a worker: what it tells about the browser, as far as that makes sense without one.
'use strict';

const { ObjectDefineProperties, ObjectFreeze, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyNames, SymbolToStringTag } = primordials;
const { guard, key } = require('web/dom/construction');

const languages = ObjectFreeze(['en-US', 'en']);

// What pages and workers are told.
class Shared {
  get userAgent() { return `Mozilla/5.0 (${this.platform}) Roundel`; }
  get appCodeName() { return 'Mozilla'; }
  get appName() { return 'Netscape'; }
  get appVersion() { return `5.0 (${this.platform})`; }
  get product() { return 'Gecko'; }
  get platform() { return require('web/navigator').navigator.platform; }
  get hardwareConcurrency() { return require('os').availableParallelism(); }
  get language() { return languages[0]; }
  get languages() { return languages; }
  get onLine() { return true; }
}

class OfPage {
  get vendor() { return ''; }
  get cookieEnabled() { return false; }
  get webdriver() { return false; }
  get maxTouchPoints() { return 0; }
}

function makeClass(name, ...sources) {
  const { [name]: Made } = { [name]: class { constructor(given = undefined) { guard(given); } } };
  const properties = {
    __proto__: null,
    [SymbolToStringTag]: { __proto__: null, value: name, configurable: true },
  };
  for (let i = 0; i < sources.length; i++) {
    const names = ObjectGetOwnPropertyNames(sources[i].prototype);
    for (let j = 0; j < names.length; j++) {
      if (names[j] === 'constructor') continue;
      properties[names[j]] = { __proto__: null, ...ObjectGetOwnPropertyDescriptor(sources[i].prototype, names[j]), enumerable: true };
    }
  }
  ObjectDefineProperties(Made.prototype, properties);
  return Made;
}

const Navigator = makeClass('Navigator', Shared, OfPage);
const WorkerNavigator = makeClass('WorkerNavigator', Shared);

module.exports = { Navigator, WorkerNavigator, navigator: new Navigator(key), workerNavigator: new WorkerNavigator(key) };
