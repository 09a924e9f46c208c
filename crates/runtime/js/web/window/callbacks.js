// How the loop of a page calls the program: the callback, what it throws, and the microtask checkpoint after it.
'use strict';

const { ReflectApply } = primordials;
const { checkpoint, scope } = require('web/window/running');
const place = require('web/window/place');

// Chromium calls no deeper: a listener that dispatches another event of its kind ends there and not with the stack, and no
// `error` event tells of it. Firefox has such a limit too, by the size of its stack.
const DEEPEST = 44;

// Calls the program. What it throws goes to the window; the answer is then undefined. Nothing is called in a frame that was taken out.
function invoke(callback, thisArg, args) {
  if (place.isGone) return undefined;
  if (scope.depth >= DEEPEST) {
    require('web/window/errors').reportDepth();
    return undefined;
  }
  const outer = scope.place;
  scope.place = place;
  scope.depth++;
  let result;
  try {
    result = ReflectApply(callback, thisArg, args);
  } catch (error) {
    report(error);
  }
  if (--scope.depth === 0) checkpoint();
  scope.place = outer ?? place;
  return result;
}

function report(error) {
  require('web/window/errors').report(error);
}

module.exports = { checkpoint, invoke, report };
