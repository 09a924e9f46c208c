// `import.meta`.
'use strict';

const { ObjectCreate } = primordials;
const { isFileUrl, urlToPath } = require('internal/modules/file_url');

function makeImportMeta(module, { isMain, resolve: resolveFrom }) {
  const meta = ObjectCreate(null);
  if (isFileUrl(module.url)) {
    const filename = urlToPath(module.url);
    meta.dirname = require('internal/path/posix').dirname(filename);
    meta.filename = filename;
  }
  meta.main = isMain;
  meta.resolve = function resolve(specifier) {
    return resolveFrom(`${specifier}`, module.url);
  };
  meta.url = module.url;
  return meta;
}

module.exports = { makeImportMeta };
