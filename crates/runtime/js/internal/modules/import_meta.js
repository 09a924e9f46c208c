// `import.meta`.
'use strict';

const { ArrayPrototypeIncludes, ObjectCreate } = primordials;
const { isFileUrl, urlToPath } = require('internal/modules/file_url');

function makeImportMeta(module, { isMain, resolve: resolveFrom }) {
  const meta = ObjectCreate(null);
  if (isFileUrl(module.url)) {
    const filename = urlToPath(module.url);
    meta.dirname = require('internal/path/posix').dirname(filename);
    meta.filename = filename;
  }
  meta.main = isMain;
  meta.resolve = function resolve(specifier, parentURL) {
    return resolveFrom(`${specifier}`, takesParent() && parentURL !== undefined && parentURL !== null ? parentOf(parentURL) : module.url);
  };
  meta.url = module.url;
  return meta;
}

function takesParent() {
  return ArrayPrototypeIncludes(internalBinding('process').facts.execArgv, '--experimental-import-meta-resolve');
}

// The parent that a program names instead of its module.
function parentOf(parentURL) {
  if (typeof parentURL === 'string') return parentURL;
  const { isURL } = require('internal/url/url');
  if (isURL(parentURL)) return parentURL.href;
  const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
  throw new ERR_INVALID_ARG_TYPE('parentURL', ['string', 'URL'], parentURL);
}

module.exports = { makeImportMeta };
