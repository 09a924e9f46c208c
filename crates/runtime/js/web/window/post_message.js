// window.postMessage: a message to a page or a frame from itself or another of the page. Its source is the window whose script runs.
//
// Firefox keeps such messages back until the page has loaded; elsewhere each is a task at once.
'use strict';

const { globalThis } = primordials;
const { scope } = require('web/window/running');
const place = require('web/window/place');
const { fire } = require('web/dom/event_target');
const { SOURCES, queueTask } = require('web/window/event_loop');
const { packMessage } = require('web/window/message');
const { MessageEvent } = require('web/window/message_event');
const { location } = require('web/window/location');
const { requireArguments } = require('web/window/arguments');
const causes = require('internal/causes');
const { onceLoaded } = require('web/window/lifecycle');

const whenAllowed = internalBinding('options').loop.messagesWaitForLoad ? onceLoaded : (callback) => callback();

// `*` is everybody and `/` the page itself; anything else must be an address, whose origin has to be the page's.
function isMeant(targetOrigin) {
  if (targetOrigin === '*' || targetOrigin === '/') return true;
  const { URL } = require('internal/url/url');
  let url;
  try {
    url = new URL(targetOrigin);
  } catch {
    const { DOMException } = require('internal/errors/dom_exception');
    throw new DOMException("Failed to execute 'postMessage' on 'Window': " +
      `Invalid target origin '${targetOrigin}' in a call to 'postMessage'.`, 'SyntaxError');
  }
  // Two opaque origins, such as those of files, are not the same.
  return url.origin !== 'null' && url.origin === location.origin;
}

function postMessage(message, targetOriginOrOptions = undefined, transfer = undefined) {
  requireArguments('postMessage', 'Window', 1, arguments.length);
  const second = targetOriginOrOptions;
  const isDictionary = second === undefined || second === null || typeof second === 'object' || typeof second === 'function';
  const targetOrigin = isDictionary ? second?.targetOrigin ?? '/' : second;
  const isForUs = isMeant(`${targetOrigin}`);
  const { data, ports, made } = packMessage(message, isDictionary ? second?.transfer : transfer, () => {});
  const source = scope.place ?? place;
  if (isForUs) whenAllowed(() => queueTask(SOURCES.postedMessage, () => deliver(data, ports, made, source)));
}

function deliver(data, ports, made, { origin, window: source }) {
  if (place.isGone) return;
  if (causes.enabled) causes.begin('message', undefined, made);
  fire(globalThis, new MessageEvent('message', { __proto__: null, data, origin: origin(), source, ports }));
  if (causes.enabled) causes.end();
}

module.exports = { postMessage };
