// navigator of a page: what it tells about the browser, as far as that makes sense without one.
'use strict';

const { ArrayPrototypeForEach, ObjectDefineProperties, ObjectFreeze, SymbolToStringTag } = primordials;
const { guard, key } = require('web/dom/construction');

const languages = ObjectFreeze(['en-US', 'en']);

class Navigator {
  constructor(given = undefined) {
    guard(given);
  }

  get userAgent() { return `Mozilla/5.0 (${this.platform}) Roundel`; }
  get appCodeName() { return 'Mozilla'; }
  get appName() { return 'Netscape'; }
  get appVersion() { return `5.0 (${this.platform})`; }
  get product() { return 'Gecko'; }
  get vendor() { return ''; }
  get platform() { return require('web/navigator').navigator.platform; }
  get hardwareConcurrency() { return require('os').availableParallelism(); }
  get language() { return languages[0]; }
  get languages() { return languages; }
  get onLine() { return true; }
  get cookieEnabled() { return false; }
  get webdriver() { return false; }
  get maxTouchPoints() { return 0; }
}

const properties = {
  __proto__: null,
  [SymbolToStringTag]: { __proto__: null, value: 'Navigator', configurable: true },
};
ArrayPrototypeForEach([
  'userAgent', 'appCodeName', 'appName', 'appVersion', 'product', 'vendor', 'platform', 'hardwareConcurrency', 'language',
  'languages', 'onLine', 'cookieEnabled', 'webdriver', 'maxTouchPoints',
], (name) => {
  properties[name] = { __proto__: null, enumerable: true };
});
ObjectDefineProperties(Navigator.prototype, properties);

module.exports = { Navigator, navigator: new Navigator(key) };
