// fetch: asks for what an address names and answers with a Response. In a page the answer comes in a task of the networking source.
'use strict';

const { Promise } = primordials;

function fetch(input, init = undefined) {
  return new Promise((resolve, reject) => {
    const { Request, stateOf } = require('web/fetch/request');
    const state = stateOf(new Request(input, init));
    if (state.signal?.aborted) throw state.signal.reason;
    const { Fetching } = require('web/fetch/fetching');
    new Fetching(state, resolve, reject).begin();
  });
}

module.exports = { fetch };
