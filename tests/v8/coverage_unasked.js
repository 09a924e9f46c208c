// Where no coverage was asked for, taking and stopping it do nothing.
'use strict';

const v8 = require('node:v8');

console.log(v8.takeCoverage(), v8.stopCoverage());
