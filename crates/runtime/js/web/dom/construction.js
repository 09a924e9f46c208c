// Classes that programs see and can not construct: only who holds the key can.
'use strict';

const { TypeError } = primordials;

const key = {};

function guard(given) {
  if (given !== key) throw new TypeError('Illegal constructor');
}

module.exports = { guard, key };
