'use strict';

// The public `url` module: the WHATWG classes and the older interface side by side.

const { URL, urlToHttpOptions } = require('internal/url/url');
const { URLSearchParams } = require('internal/url/search_params');
const { fileURLToPath, fileURLToPathBuffer, pathToFileURL } = require('internal/url/file_url');
const {
  codes: { ERR_MISSING_ARGS },
} = require('internal/errors');
const { Url, urlFormat, urlParse, urlResolve, urlResolveObject } = require('internal/url/legacy');
const { lazyValues } = require('internal/util/lazy_members');
const native = internalBinding('url');

function domainToASCII(domain) {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS('domain');
  return native.domainToASCII(`${domain}`);
}

function domainToUnicode(domain) {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS('domain');
  return native.domainToUnicode(`${domain}`);
}

module.exports = {
  Url,
  parse: urlParse,
  resolve: urlResolve,
  resolveObject: urlResolveObject,
  format: urlFormat,
  URL,
  URLSearchParams,
  domainToASCII,
  domainToUnicode,
  pathToFileURL,
  fileURLToPath,
  fileURLToPathBuffer,
  urlToHttpOptions,
};

lazyValues(module.exports, 'web/url_pattern/url_pattern', ['URLPattern']);
