// An uncaught error is printed with those who waited.
// @engine < 2.52
// @exit 1
'use strict';

const { tick } = require('./_frames.js');

async function loadUser() {
  await tick();
  throw new Error('no such user');
}
async function handle() {
  await Promise.all([loadUser()]);
}
handle();
