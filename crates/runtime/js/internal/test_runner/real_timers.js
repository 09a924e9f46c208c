// The timers that tests themselves live by, whatever a program has put in the place of the public ones.
'use strict';

const timers = require('timers');

const { setTimeout, clearTimeout, setInterval, clearInterval } = timers;

module.exports = { setTimeout, clearTimeout, setInterval, clearInterval };
