// The error codes of the module systems; see internal/errors/codes for the
// form of a row.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeJoin,
  Error,
  JSONStringify,
  ObjectDefineProperty,
  RangeError,
  StringPrototypeLastIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  TypeError,
} = primordials;

const { formatList } = require('internal/errors/describe');

const importedFrom = (base) => (base ? ` imported from ${base}` : '');

function baseName(path) {
  return StringPrototypeSlice(path, StringPrototypeLastIndexOf(path, '/') + 1);
}

function hidden(error, name, value) {
  ObjectDefineProperty(error, name, {
    __proto__: null, value, writable: true, configurable: true, enumerable: false,
  });
}

function withUrl(error, args) {
  if (args[2] === undefined) return;
  // Not an assignment: Error.prototype may have a setter of that name.
  ObjectDefineProperty(error, 'url', { __proto__: null, value: `${args[2]}`, writable: true, enumerable: true, configurable: true });
}

// A parent module, a file name or a list of them.
function requireStack(parent) {
  if (!parent) return [];
  if (ArrayIsArray(parent)) return parent;
  if (typeof parent === 'string') return [parent];
  return [parent.filename ?? parent.id];
}

const rows = {
  __proto__: null,

  ERR_EVAL_ESM_CANNOT_PRINT: [Error, '--print cannot be used with ESM input'],
  ERR_INPUT_TYPE_NOT_ALLOWED: [
    Error,
    '--input-type can only be used with string input via --eval, --print, or STDIN',
  ],
  ERR_IMPORT_ATTRIBUTE_MISSING: [
    TypeError,
    (url, key, value) => `Module "${url}" needs an import attribute of "${key}: ${value}"`,
  ],
  ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE: [
    TypeError,
    (url, type) => `Module "${url}" is not of type "${type}"`,
  ],
  ERR_IMPORT_ATTRIBUTE_UNSUPPORTED: [
    TypeError,
    (key, value, url) => `Import attribute "${key}" with value "${value}" is not supported` +
      (url === undefined ? '' : ` in ${url}`),
  ],
  ERR_INVALID_MODULE_SPECIFIER: [
    TypeError,
    (request, reason, base) => `Invalid module "${request}" ${reason}${importedFrom(base)}`,
  ],
  ERR_INVALID_PACKAGE_CONFIG: [
    Error,
    (path, base, message) => `Invalid package config ${path}` +
      `${base ? ` while importing ${base}` : ''}${message ? `. ${message}` : ''}`,
  ],
  ERR_INVALID_PACKAGE_TARGET: [
    Error,
    (packagePath, key, target, isImport = false, base = undefined) => {
      const hint = typeof target === 'string' && !isImport && target.length > 0 &&
        !StringPrototypeStartsWith(target, './') ? '; targets must start with "./"' : '';
      const where = `in the package config ${packagePath}package.json${importedFrom(base)}${hint}`;
      if (key === '.') return `Invalid "exports" main target ${JSONStringify(target)} defined ${where}`;
      return `Invalid "${isImport ? 'imports' : 'exports'}" target ${JSONStringify(target)} ` +
        `defined for '${key}' ${where}`;
    },
  ],
  ERR_LOADER_CHAIN_INCOMPLETE: [
    Error,
    (hook) => `"${hook}" did not call the next hook in its chain and did not explicitly signal a ` +
      "short circuit. If this is intentional, include `shortCircuit: true` in the hook's return.",
  ],
  ERR_MODULE_LINK_MISMATCH: [TypeError, (message) => `${message}`],
  ERR_MODULE_NOT_FOUND: [
    Error,
    (path, base, exactUrl) =>
      `Cannot find ${exactUrl ? 'module' : 'package'} '${path}' imported from ${base}`,
    { decorate: withUrl },
  ],
  ERR_NO_TYPESCRIPT: [Error, 'Node.js is not compiled with TypeScript support'],
  ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION: [
    Error,
    'Operation cannot be invoked when not in a single-executable application',
  ],
  ERR_PACKAGE_IMPORT_NOT_DEFINED: [
    TypeError,
    (specifier, packagePath, base) => `Package import specifier "${specifier}" is not defined` +
      `${packagePath ? ` in package ${packagePath}package.json` : ''} imported from ${base}`,
  ],
  ERR_PACKAGE_PATH_NOT_EXPORTED: [
    Error,
    (packagePath, subpath, base = undefined) => (subpath === '.' ?
      `No "exports" main defined in ${packagePath}package.json${importedFrom(base)}` :
      `Package subpath '${subpath}' is not defined by "exports" in ` +
      `${packagePath}package.json${importedFrom(base)}`),
  ],
  ERR_REQUIRE_ASYNC_MODULE: [
    Error,
    (filename, parent) => {
      let message = 'require() cannot be used on an ESM graph with top-level await. Use import() instead. ' +
        'To see where the top-level await comes from, use --experimental-print-required-tla.';
      if (filename) message += `\nRequired module: ${filename}`;
      const stack = requireStack(parent);
      if (stack.length > 0) message += `\nRequire stack:\n- ${ArrayPrototypeJoin(stack, '\n- ')}`;
      return message;
    },
    {
      decorate(error, args) {
        hidden(error, 'requireStack', requireStack(args[1]));
        hidden(error, 'topLevelAwaitLocations', args[2]);
      },
    },
  ],
  ERR_REQUIRE_CYCLE_MODULE: [Error, (message) => `${message}`],
  ERR_REQUIRE_ESM: [
    Error,
    (filename, hasEsmSyntax, parentPath = null, packageJsonPath = null) => {
      const from = parentPath ? ` from ${parentPath}` : '';
      const head = `require() of ES Module ${filename}${from} not supported.`;
      if (!packageJsonPath) {
        if (!parentPath) return head;
        return `${head}\nInstead change the require of ${filename} to a dynamic import() which is ` +
          'available in all CommonJS modules.';
      }
      const name = baseName(filename);
      if (hasEsmSyntax) {
        return `${head}\nInstead change the require of ${name} in ${parentPath} to a dynamic import() ` +
          'which is available in all CommonJS modules.';
      }
      return `${head}\n${name} is treated as an ES module file as it is a .js file whose nearest parent ` +
        'package.json contains "type": "module" which declares all .js files in that package scope as ' +
        `ES modules.\nInstead either rename ${name} to end in .cjs, change the requiring code to use ` +
        'dynamic import() which is available in all CommonJS modules, or change "type": "module" to ' +
        `"type": "commonjs" in ${packageJsonPath} to treat all .js files as CommonJS (using .mjs for all ` +
        'ES modules instead).\n';
    },
  ],
  ERR_REQUIRE_ESM_RACE_CONDITION: [
    Error,
    (filename, parentFilename) => {
      const message = `Cannot require() ES Module ${filename} because it is not yet fully loaded.\n` +
        'This may be caused by a race condition if the module is simultaneously dynamically ' +
        'import()-ed via Promise.all().\nTry await-ing the import() sequentially in a loop instead.\n';
      return parentFilename ? `${message} (From ${parentFilename} in non-loader-hook thread)` : message;
    },
  ],
  ERR_SOURCE_MAP_CORRUPT: [Error, (path) => `The source map for '${path}' does not exist or is corrupt.`],
  ERR_SOURCE_MAP_MISSING_SOURCE: [
    Error,
    (source, path) => `Cannot find '${source}' imported from the source map for '${path}'`,
  ],
  ERR_UNKNOWN_BUILTIN_MODULE: [Error, (id) => `No such built-in module: ${id}`],
  ERR_UNKNOWN_FILE_EXTENSION: [
    TypeError,
    (extension, path) => `Unknown file extension "${extension}" for ${path}`,
  ],
  ERR_UNKNOWN_MODULE_FORMAT: [RangeError, (format, url) => `Unknown module format: ${format} for URL ${url}`],
  ERR_UNSUPPORTED_DIR_IMPORT: [
    Error,
    (path, base) => `Directory import '${path}' is not supported resolving ES modules imported from ${base}`,
    { decorate: withUrl },
  ],
  ERR_UNSUPPORTED_ESM_URL_SCHEME: [
    Error,
    (url, supported) => `Only URLs with a scheme in: ${formatList(supported)} are supported by the ` +
      `default ESM loader. Received protocol '${url.protocol}'`,
  ],
  ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING: [
    Error,
    (path) => `Stripping types is currently unsupported for files under node_modules, for "${path}"`,
  ],
  ERR_UNSUPPORTED_RESOLVE_REQUEST: [
    TypeError,
    (request, base) => `Failed to resolve module specifier "${request}" from "${base}": ` +
      'Invalid relative URL or base scheme is not hierarchical.',
  ],
  ERR_WORKER_PATH: [
    TypeError,
    (path) => 'The worker script or module filename must be an absolute path or a relative path ' +
      "starting with './' or '../'." +
      (StringPrototypeStartsWith(`${path}`, 'file://') ? ' Wrap file:// URLs with `new URL`.' : '') +
      (StringPrototypeStartsWith(`${path}`, 'data:') ? ' Wrap data: URLs with `new URL`.' : '') +
      ` Received "${path}"`,
  ],
};

module.exports = { rows };
