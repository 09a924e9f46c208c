// URLs as the options of requests.
'use strict';

const { Boolean } = primordials;

const isURL = (value) => Boolean(value?.href && value.protocol && value.auth === undefined && value.path === undefined);

function urlToHttpOptions(url) {
  return require('url').urlToHttpOptions(url);
}

module.exports = { isURL, urlToHttpOptions };
