// The time of day as the Date header has it, made once a second.
'use strict';

const { Date, DateNow, DatePrototypeToUTCString } = primordials;

let text = '';
let second = -1;

function utcDate() {
  const now = DateNow();
  const present = now - (now % 1000);
  if (present !== second) {
    second = present;
    text = DatePrototypeToUTCString(new Date(now));
  }
  return text;
}

module.exports = { utcDate };
