// Names that mean a moment to `mark` and `measure`: of the process, or of the page in a loop that has one. A mark can not have them.
//
// What has them is `{ names, timeOf(name), refuse(name) }`: an object with the names as keys, the moment on the clock of
// performance.now(), and what is thrown at a mark of that name.
'use strict';

const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');

let known;

function setMilestones(milestones) {
  known = milestones;
}

function milestones() {
  return known ??= ofProcess();
}

function ofProcess() {
  const { milestones: names } = require('internal/perf/node_timing');
  return {
    __proto__: null,
    names,
    timeOf: (name) => names[name],
    refuse(name) { throw new ERR_INVALID_ARG_VALUE('name', name); },
  };
}

module.exports = { milestones, setMilestones };
