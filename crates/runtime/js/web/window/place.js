// Where a window is: itself in a page, in a frame what is around it. Set by web/dom/frames before the window is made.
'use strict';

const { globalThis } = primordials;

module.exports = {
  __proto__: null,
  window: globalThis,
  parent: globalThis,
  top: globalThis,
  // The element that shows the frame, until it is taken out.
  frameElement: null,
  isGone: false,
  origin: () => require('web/window/location').origin(),
};
