// The table of error codes: code -> [base class, message, options].
//
// The message is a string or a function of the constructor's arguments. The
// base 'SystemError' marks errors that are made from the context of a system
// call, with the message as prefix. Options: `decorate(error, args)` adds
// properties, `also` lists further bases, reached as `codes.ERR_X.RangeError`.
//
// This file has the codes of the language and of process-wide things; those
// of modules and of input and output are in codes_modules and codes_io, and
// load when one of theirs is asked for.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeJoin,
  ArrayPrototypeMap,
  ArrayPrototypePush,
  Error,
  ObjectKeys,
  RangeError,
  StringPrototypeIncludes,
  StringPrototypeSlice,
  SyntaxError,
  TypeError,
} = primordials;

const {
  describeNumber,
  determineSpecificType,
  expectation,
  formatList,
  inspect,
  subject,
} = require('internal/errors/describe');

// The longest value that an ERR_INVALID_ARG_VALUE shows.
const VALUE_MAX = 128;

const general = {
  __proto__: null,

  ERR_AMBIGUOUS_ARGUMENT: [TypeError, (name, reason) => `The "${name}" argument is ambiguous. ${reason}`],
  ERR_ARG_NOT_ITERABLE: [TypeError, (name) => `${name} must be iterable`],
  ERR_ASSERTION: [Error, (message) => `${message}`],
  ERR_ASYNC_CALLBACK: [TypeError, (name) => `${name} must be a function`],
  ERR_ASYNC_TYPE: [TypeError, (type) => `Invalid name for async "type": ${type}`],
  ERR_BUFFER_OUT_OF_BOUNDS: [
    RangeError,
    (name) => (name ? `"${name}" is outside of buffer bounds` :
      'Attempt to access memory outside buffer bounds'),
  ],
  ERR_BUFFER_TOO_LARGE: [RangeError, (size) => `Cannot create a Buffer larger than ${size} bytes`],
  ERR_CANNOT_WATCH_SIGINT: [Error, 'Cannot watch for SIGINT signals'],
  ERR_CONSOLE_WRITABLE_STREAM: [
    TypeError,
    (name) => `Console expects a writable stream instance for ${name}`,
  ],
  ERR_CONSTRUCT_CALL_REQUIRED: [
    TypeError,
    (name) => `Class constructor ${name} cannot be invoked without \`new\``,
  ],
  ERR_CONTEXT_NOT_INITIALIZED: [Error, 'context used is not initialized'],
  ERR_DOMAIN_CALLBACK_NOT_AVAILABLE: [
    Error,
    'A callback was registered through process.setUncaughtExceptionCaptureCallback(), ' +
      'which is mutually exclusive with using the `domain` module',
  ],
  ERR_DOMAIN_CANNOT_SET_UNCAUGHT_EXCEPTION_CAPTURE: [
    Error,
    'The `domain` module is in use, which is mutually exclusive with calling ' +
      'process.setUncaughtExceptionCaptureCallback()',
  ],
  ERR_ENCODING_INVALID_ENCODED_DATA: [
    TypeError,
    (encoding) => `The encoded data was not valid for encoding ${encoding}`,
    { decorate(error, args) { error.errno = args[1]; } },
  ],
  ERR_ENCODING_NOT_SUPPORTED: [RangeError, (encoding) => `The "${encoding}" encoding is not supported`],
  ERR_EVENT_RECURSION: [Error, (type) => `The event "${type}" is already being dispatched`],
  ERR_FALSY_VALUE_REJECTION: [
    Error,
    'Promise was rejected with falsy value',
    { decorate(error, args) { error.reason = args[0]; } },
  ],
  ERR_FEATURE_UNAVAILABLE_ON_PLATFORM: [
    TypeError,
    (feature) => `The feature ${feature} is unavailable on the current platform, ` +
      'which is being used to run Node.js',
  ],
  ERR_ILLEGAL_CONSTRUCTOR: [TypeError, 'Illegal constructor'],
  ERR_INCOMPATIBLE_OPTION_PAIR: [
    TypeError,
    (first, second) => `Option "${first}" cannot be used in combination with option "${second}"`,
  ],
  ERR_INTERNAL_ASSERTION: [
    Error,
    (message) => `${message === undefined ? '' : `${message}\n`}` +
      'This is caused by either a bug in Node.js or incorrect usage of Node.js internals.\n' +
      'Please open an issue with this stack trace at https://github.com/nodejs/node/issues\n',
  ],
  ERR_INVALID_ARG_TYPE: [
    TypeError,
    (name, expected, actual) =>
      `${subject(name)} must be ${expectation(expected)}. Received ${determineSpecificType(actual)}`,
  ],
  ERR_INVALID_ARG_VALUE: [
    TypeError,
    (name, value, reason = 'is invalid') => {
      let shown = inspect(value);
      if (shown.length > VALUE_MAX) shown = `${StringPrototypeSlice(shown, 0, VALUE_MAX)}...`;
      const noun = StringPrototypeIncludes(name, '.') ? 'property' : 'argument';
      return `The ${noun} '${name}' ${reason}. Received ${shown}`;
    },
    { also: [RangeError] },
  ],
  ERR_INVALID_ASYNC_ID: [RangeError, (name, id) => `Invalid ${name} value: ${id}`],
  ERR_INVALID_BUFFER_SIZE: [RangeError, (bits) => `Buffer size must be a multiple of ${bits}`],
  ERR_INVALID_CHAR: [
    TypeError,
    (name, field) => `Invalid character in ${name}${field === undefined ? '' : ` ["${field}"]`}`,
  ],
  ERR_INVALID_CURSOR_POS: [TypeError, 'Cannot set cursor row without setting its column'],
  ERR_INVALID_FILE_URL_HOST: [
    TypeError,
    (platform) => `File URL host must be "localhost" or empty on ${platform}`,
  ],
  ERR_INVALID_FILE_URL_PATH: [
    TypeError,
    (reason) => `File URL path ${reason}`,
    { decorate(error, args) { if (args[1] !== undefined) error.input = args[1]; } },
  ],
  ERR_INVALID_MIME_SYNTAX: [
    TypeError,
    (production, text, index) => `The MIME syntax for a ${production} in ${`"${text}"`} is invalid` +
      (index === -1 ? '' : ` at ${index}`),
  ],
  ERR_INVALID_REPL_EVAL_CONFIG: [TypeError, 'Cannot specify both "breakEvalOnSigint" and "eval" for REPL'],
  ERR_INVALID_REPL_INPUT: [TypeError, (message) => message],
  ERR_INVALID_OBJECT_DEFINE_PROPERTY: [TypeError, (message) => `${message}`],
  ERR_INVALID_RETURN_PROPERTY: [
    TypeError,
    (expected, hook, property, value) => `Expected a valid ${expected} to be returned for the ` +
      `"${property}" from the "${hook}" hook but got ${determineSpecificType(value)}.`,
  ],
  ERR_INVALID_RETURN_PROPERTY_VALUE: [
    TypeError,
    (expected, hook, property, value) => `Expected ${expected} to be returned for the ` +
      `"${property}" from the "${hook}" hook but got ${determineSpecificType(value)}.`,
  ],
  ERR_INVALID_RETURN_VALUE: [
    TypeError,
    (expected, name, value) => `Expected ${expected} to be returned from the "${name}" ` +
      `function but got ${determineSpecificType(value)}.`,
    { also: [RangeError] },
  ],
  ERR_INVALID_STATE: [Error, (what) => `Invalid state: ${what}`, { also: [TypeError, RangeError] }],
  ERR_INVALID_THIS: [TypeError, (type) => `Value of "this" must be of type ${type}`],
  ERR_INVALID_TUPLE: [TypeError, (name, tuple) => `${name} must be an iterable ${tuple} tuple`],
  ERR_INVALID_TYPESCRIPT_SYNTAX: [SyntaxError, (message) => `${message}`],
  ERR_INVALID_URI: [primordials.URIError, 'URI malformed'],
  ERR_INVALID_URL: [
    TypeError,
    'Invalid URL',
    {
      decorate(error, args) {
        error.input = args[0];
        if (args[1] != null) error.base = args[1];
      },
    },
  ],
  ERR_INVALID_URL_SCHEME: [
    TypeError,
    (expected) => {
      const schemes = ArrayIsArray(expected) ? expected : [expected];
      return `The URL must be ${schemes.length > 1 ? 'one of' : 'of'} scheme ${formatList(schemes, 'or')}`;
    },
  ],
  ERR_INSPECTOR_NOT_ACTIVE: [Error, 'Inspector is not active'],
  ERR_INSPECTOR_NOT_CONNECTED: [Error, 'Session is not connected'],
  ERR_METHOD_NOT_IMPLEMENTED: [Error, (name) => `The ${name} method is not implemented`],
  ERR_MISSING_ARGS: [
    TypeError,
    (...names) => {
      const quoted = ArrayPrototypeMap(names, (name) => (ArrayIsArray(name) ?
        ArrayPrototypeJoin(ArrayPrototypeMap(name, (one) => `"${one}"`), ' or ') : `"${name}"`));
      return `The ${formatList(quoted)} argument${names.length > 1 ? 's' : ''} must be specified`;
    },
  ],
  ERR_MISSING_OPTION: [TypeError, (name) => `${name} is required`],
  ERR_MULTIPLE_CALLBACK: [Error, 'Callback called multiple times'],
  ERR_NO_ICU: [TypeError, (what) => `${what} is not supported on Node.js compiled without ICU`],
  ERR_NO_TEMPORAL: [Error, 'Temporal is not supported in this environment'],
  ERR_NOT_BUILDING_SNAPSHOT: [Error, 'Operation cannot be invoked when not building startup snapshot'],
  ERR_OPERATION_FAILED: [Error, (what) => `Operation failed: ${what}`, { also: [TypeError] }],
  ERR_OUT_OF_RANGE: [
    RangeError,
    (name, range, value, nameIsMessage = false) =>
      `${nameIsMessage ? name : `The value of "${name}" is out of range.`} ` +
      `It must be ${range}. Received ${describeNumber(value)}`,
  ],
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: [TypeError, (message) => `${message}`],
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: [
    TypeError,
    (value) => `Unexpected argument '${value}'. This command does not take positional arguments`,
  ],
  ERR_PARSE_ARGS_UNKNOWN_OPTION: [
    TypeError,
    (option, allowPositionals) => `Unknown option '${option}'` + (allowPositionals ?
      ". To specify a positional argument starting with a '-', place it at the end of the " +
      `command after '--', as in '-- "${option}"` : ''),
  ],
  ERR_PERFORMANCE_INVALID_TIMESTAMP: [TypeError, (value) => `${value} is not a valid timestamp`],
  ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS: [TypeError, (message) => `${message}`],
  ERR_SCRIPT_EXECUTION_INTERRUPTED: [Error, 'Script execution was interrupted by `SIGINT`'],
  ERR_SCRIPT_EXECUTION_TIMEOUT: [Error, (ms) => `Script execution timed out after ${ms}ms`],
  ERR_SYSTEM_ERROR: ['SystemError', 'A system error occurred'],
  ERR_UNAVAILABLE_DURING_EXIT: [Error, 'Cannot call function in process exit handler'],
  ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET: [
    Error,
    '`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active',
  ],
  ERR_UNHANDLED_ERROR: [
    Error,
    (error) => (error === undefined ? 'Unhandled error.' : `Unhandled error. (${error})`),
  ],
  ERR_UNKNOWN_ENCODING: [TypeError, (encoding) => require('internal/util/format').format('Unknown encoding: %s', encoding)],
  ERR_UNKNOWN_SIGNAL: [TypeError, (signal) => require('internal/util/format').format('Unknown signal: %s', signal)],
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX: [SyntaxError, (message) => `${message}`],
  ERR_USE_AFTER_CLOSE: [Error, (name) => `${name} was closed`],
  ERR_VALID_PERFORMANCE_ENTRY_TYPE: [Error, 'At least one valid performance entry type is required'],
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING: [TypeError, 'A dynamic import callback was not specified.'],
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG: [
    TypeError,
    'A dynamic import callback was invoked without --experimental-vm-modules',
  ],
  ERR_VM_MODULE_ALREADY_LINKED: [Error, 'Module has already been linked'],
  ERR_VM_MODULE_CACHED_DATA_REJECTED: [Error, '`cachedData` buffer was rejected'],
  ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA: [Error, 'Cached data cannot be created for a module which has been evaluated'],
  ERR_VM_MODULE_DIFFERENT_CONTEXT: [Error, 'Linked modules must use the same context'],
  ERR_VM_MODULE_LINK_FAILURE: [
    Error,
    (message) => `${message}`,
    { decorate(error, args) { error.cause = args[1]; } },
  ],
  ERR_VM_MODULE_NOT_MODULE: [Error, 'Provided module is not an instance of Module'],
  ERR_VM_MODULE_STATUS: [Error, (status) => `Module status ${status}`],
  ERR_WORKER_INIT_FAILED: [Error, (reason) => `Worker initialization failure: ${reason}`],
  ERR_WORKER_INVALID_EXEC_ARGV: [
    Error,
    (flags, what = 'invalid execArgv flags') =>
      `Initiated Worker with ${what}: ${ArrayPrototypeJoin(flags, ', ')}`,
  ],
  ERR_WORKER_MESSAGING_ERRORED: [Error, 'The destination thread threw an error while processing the message'],
  ERR_WORKER_MESSAGING_FAILED: [Error, 'Cannot find the destination thread or listener'],
  ERR_WORKER_MESSAGING_SAME_THREAD: [Error, 'Cannot sent a message to the same thread'],
  ERR_WORKER_MESSAGING_TIMEOUT: [Error, 'Sending a message to another thread timed out'],
  ERR_THROTTLED: [Error, 'The call was dropped by the throttled function'],
  ERR_TEST_FAILURE: [
    Error,
    (error) => {
      const message = error?.message ?? error;
      return typeof message === 'string' ? message : require('internal/test_runner/failure').inspectSafely(message);
    },
    {
      decorate(error, { 0: cause, 1: failureType }) {
        error.failureType = failureType;
        error.cause = cause;
      },
    },
  ],
  ERR_WORKER_NOT_RUNNING: [Error, 'Worker instance not running'],
  ERR_WORKER_OUT_OF_MEMORY: [
    Error,
    (limit) => `Worker terminated due to reaching memory limit: ${limit}`,
  ],
  ERR_WORKER_UNSERIALIZABLE_ERROR: [Error, 'Serializing an uncaught exception failed'],
  ERR_WORKER_UNSUPPORTED_OPERATION: [TypeError, (what) => `${what} is not supported in workers`],
};

const areas = [
  'internal/errors/codes_io', 'internal/errors/codes_modules', 'internal/errors/codes_crypto', 'internal/errors/codes_http2',
];

// The row of a code, or undefined if there is no such code.
function row(code) {
  if (typeof code !== 'string') return undefined;
  let found = general[code];
  for (let i = 0; found === undefined && i < areas.length; i++) {
    found = require(areas[i]).rows[code];
  }
  return found;
}

// Every code, for those who want to see the list.
function keys() {
  const all = ObjectKeys(general);
  for (let i = 0; i < areas.length; i++) {
    const more = ObjectKeys(require(areas[i]).rows);
    for (let j = 0; j < more.length; j++) ArrayPrototypePush(all, more[j]);
  }
  return all;
}

module.exports = { keys, row };
