// Classes that programs see and can not construct: only who holds the key can.
'use strict';

const { TypeError } = primordials;

const key = {};

function illegal() {
  throw new TypeError('Illegal constructor');
}

function guard(given) {
  if (given !== key) illegal();
}

module.exports = { guard, illegal, key };
