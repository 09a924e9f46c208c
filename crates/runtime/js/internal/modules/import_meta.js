// `import.meta`.
'use strict';

const { ObjectCreate } = primordials;
const { isFileUrl, urlToPath } = require('internal/modules/file_url');

function makeImportMeta(module, { isMain, resolve }) {
  const meta = ObjectCreate(null);
  if (isFileUrl(module.url)) {
    const filename = urlToPath(module.url);
    meta.dirname = require('path').dirname(filename);
    meta.filename = filename;
  }
  meta.main = isMain;
  meta.resolve = (specifier, parentURL = undefined) => resolve(`${specifier}`, module.url, parentURL);
  meta.url = module.url;
  return meta;
}

module.exports = { makeImportMeta };
