// Which builtins a program may load, and the error for those of Node that are not there.
'use strict';

const { ArrayPrototypeConcat, ArrayPrototypeFilter, ArrayPrototypeMap, Error, ObjectFreeze, SafeSet, StringPrototypeSlice, StringPrototypeStartsWith } = primordials;
const { isPublic, publicId, publicIds, requireBuiltin, schemeOnlyIds } = internalBinding('builtins');

// Node's modules that Roundel does not have. Asking for one is an error that says so, not a missing file.
const ABSENT = new SafeSet(['_tls_common', '_tls_wrap', 'ffi', 'sqlite', 'trace_events', 'wasi']);
// Only with the scheme, as in Node.
const SCHEME_ONLY = new SafeSet(schemeOnlyIds());

function withoutScheme(specifier) {
  return StringPrototypeStartsWith(specifier, 'node:') ? StringPrototypeSlice(specifier, 5) : specifier;
}

// Whether the specifier names a builtin of Node's, present or absent.
function isBuiltin(specifier) {
  if (publicId(specifier) !== undefined) return true;
  const id = withoutScheme(specifier);
  return ABSENT.has(id) && !(id === specifier && SCHEME_ONLY.has(id));
}

function loadBuiltin(specifier) {
  const id = withoutScheme(specifier);
  if (isPublic(id)) return requireBuiltin(id);
  const error = new Error(`The builtin module 'node:${id}' is not available: Roundel does not have it yet`);
  error.code = 'ERR_UNKNOWN_BUILTIN_MODULE';
  throw error;
}

// process.getBuiltinModule: undefined for anything that is not there.
function getPublicBuiltin(specifier) {
  const id = publicId(specifier);
  return id === undefined ? undefined : requireBuiltin(id);
}

// Those that are only found with the scheme have it here, and come last.
function builtinModules() {
  const ids = publicIds();
  const plain = ArrayPrototypeFilter(ids, (id) => !SCHEME_ONLY.has(id));
  const schemed = ArrayPrototypeMap(ArrayPrototypeFilter(ids, (id) => SCHEME_ONLY.has(id)), (id) => `node:${id}`);
  return ObjectFreeze(ArrayPrototypeConcat(plain, schemed));
}

module.exports = { isBuiltin, loadBuiltin, getPublicBuiltin, builtinModules };
