// Without an inspector its module says that there is none.
'use strict';

const inspector = require('node:inspector');

const attempt = (work) => {
  try {
    console.log(work());
  } catch (error) {
    console.log(error.code, error.message);
  }
};
console.log(inspector.url(), typeof inspector.open, typeof inspector.console.log);
attempt(() => inspector.waitForDebugger());
attempt(() => new inspector.Session().post('Runtime.enable'));
attempt(() => inspector.close());
require('node:inspector/promises').Session.prototype.post.call(new (require('node:inspector/promises').Session)(), 'x').catch(({ code }) => console.log(code));
