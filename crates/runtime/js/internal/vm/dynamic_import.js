// The option `importModuleDynamically`: what import() does in a script of `vm`.
'use strict';

const { ObjectKeys, PromiseReject, Symbol } = primordials;
const { getOptionValue } = require('internal/options');
const { validateFunction } = require('internal/validators');

// Asks for the loader that the program's own files have.
const USE_MAIN_CONTEXT_DEFAULT_LOADER = Symbol('vm_dynamic_import_main_context_default');

function check(importModuleDynamically, where) {
  if (importModuleDynamically === undefined || importModuleDynamically === USE_MAIN_CONTEXT_DEFAULT_LOADER) return;
  validateFunction(importModuleDynamically, `${where}.importModuleDynamically`);
}

// The import() of a script or module, which `referrer()` gives.
function importFunction(importModuleDynamically, referrer, where) {
  check(importModuleDynamically, where);
  if (importModuleDynamically === USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    return importFromFolder;
  }
  if (importModuleDynamically === undefined) return (specifier) => refuse(specifier, 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING');
  if (!getOptionValue('--experimental-vm-modules')) {
    return (specifier) => refuse(specifier, 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG');
  }
  return (specifier, options) => askProgram(importModuleDynamically, referrer(), specifier, options);
}

// Relative specifiers start from the folder that the process is in when they are imported.
function importFromFolder(specifier, options) {
  try {
    const { pathToFileURL } = require('internal/url/file_url');
    return require('internal/modules/esm').importDynamically(specifier, `${pathToFileURL(process.cwd()).href}/`, options);
  } catch (error) {
    return PromiseReject(error);
  }
}

function refuse(specifier, code) {
  try {
    const { codes } = require('internal/errors');
    return PromiseReject(new codes[code](`${specifier}`));
  } catch (error) {
    return PromiseReject(error);
  }
}

// What the program gives may be a module of `vm`, or a namespace.
async function askProgram(importModuleDynamically, referrer, specifier, options) {
  const text = `${specifier}`;
  const attributes = { __proto__: null };
  const given = options?.with ?? {};
  const keys = ObjectKeys(given);
  for (let i = 0; i < keys.length; i++) attributes[keys[i]] = given[keys[i]];
  const result = await importModuleDynamically(text, referrer, attributes, 'evaluation');
  const { isModuleNamespace } = require('internal/modules/namespace');
  if (isModuleNamespace(result)) return result;
  const { isModule } = require('internal/vm/module');
  const { codes: { ERR_VM_MODULE_NOT_MODULE } } = require('internal/errors');
  if (!isModule(result)) throw new ERR_VM_MODULE_NOT_MODULE();
  if (result.status === 'unlinked') result.instantiate?.();
  if (result.status === 'errored') throw result.error;
  if (result.status !== 'evaluated') await result.evaluate();
  return result.namespace;
}

module.exports = { USE_MAIN_CONTEXT_DEFAULT_LOADER, check, importFunction };
