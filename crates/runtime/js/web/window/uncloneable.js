// Objects that can not be cloned in any window of a page, whichever window's they are. Each kind is told by a predicate.
'use strict';

const { ArrayPrototypePush } = primordials;

const kinds = [];

function refuseToClone(is) {
  ArrayPrototypePush(kinds, is);
}

function isUncloneable(value) {
  for (let i = 0; i < kinds.length; i++) if (kinds[i](value)) return true;
  return false;
}

module.exports = { isUncloneable, refuseToClone };
