// Where in a program a test or a hook was made.
'use strict';

const { SafeMap, StringPrototypeStartsWith } = primordials;
const { callSites, captureRaw } = require('internal/errors/stack');

function pathOf(url) {
  return StringPrototypeStartsWith(url, 'file://') ? require('internal/url/file_url').fileURLToPath(url) : url;
}

// By the frame in the engine's words: tests that are made in a loop have one place.
const known = new SafeMap();

// The caller of `upTo`: line, column and file, as events carry them.
function callerPlace(upTo) {
  const raw = captureRaw(1, upTo);
  if (known.has(raw)) return known.get(raw);
  const place = placeOf(callSites(1, upTo)[0]);
  known.set(raw, place);
  return place;
}

function placeOf(site) {
  const url = site?.getFileName();
  if (url === undefined || url === null) return undefined;
  return { __proto__: null, line: site.getLineNumber(), column: site.getColumnNumber(), file: pathOf(url) };
}

module.exports = { callerPlace, pathOf };
