// The two moments in the life of a page that its loop waits for: the end of the first script and the end of loading.
//
// Whoever loads the page calls `scriptRan` and `loaded`; frames and idle periods begin there. When it came to which stage is noted
// for `performance.timing`.
'use strict';

const { ArrayPrototypePush } = primordials;

const { exactNow } = require('web/window/clock');

class Moment {
  #waiting = [];

  come() {
    const callbacks = this.#waiting;
    this.#waiting = undefined;
    for (let i = 0; i < callbacks?.length; i++) callbacks[i]();
  }

  // Calls back when the moment comes, at once if it is over.
  wait(callback) {
    if (this.#waiting === undefined) callback();
    else ArrayPrototypePush(this.#waiting, callback);
  }
}

const firstScript = new Moment();
const loading = new Moment();

// On the clock of performance.now(), before it is made coarse.
const times = { __proto__: null, navigationStart: 0 };
let startMs = 0;

function note(name) {
  times[name] = exactNow() - startMs;
}

// The document of a frame: it has been on its way since then.
function begin(ms) {
  startMs = ms;
  note('domLoading');
}

begin(0);

module.exports = {
  begin,
  note,
  times,
  scriptRan: () => firstScript.come(),
  loaded: () => loading.come(),
  onceScriptRan: (callback) => firstScript.wait(callback),
  onceLoaded: (callback) => loading.wait(callback),
};
