// The error codes of streams, files, sockets, HTTP and child processes; see
// internal/errors/codes for the form of a row.
'use strict';

const { Error, RangeError, SyntaxError, TypeError } = primordials;

const { determineSpecificType } = require('internal/errors/describe');

const rows = {
  __proto__: null,

  ERR_ACCESS_DENIED: [
    Error,
    (message) => `${message}`,
    {
      decorate(error, args) {
        error.permission = args[1];
        error.resource = args[2];
      },
    },
  ],

  ERR_CHILD_CLOSED_BEFORE_REPLY: [Error, 'Child closed before reply received'],
  ERR_CHILD_PROCESS_IPC_REQUIRED: [
    Error,
    (name) => `Forked processes must have an IPC channel, missing value 'ipc' in ${name}`,
  ],
  ERR_CHILD_PROCESS_STDIO_MAXBUFFER: [RangeError, (name) => `${name} maxBuffer length exceeded`],
  ERR_INVALID_HANDLE_TYPE: [TypeError, 'This handle type cannot be sent'],
  ERR_INVALID_SYNC_FORK_INPUT: [
    TypeError,
    (input) => `Asynchronous forks do not support Buffer, TypedArray, DataView or string input: ${input}`,
  ],
  ERR_INVALID_SYNC_FORK_INPUT: [
    TypeError,
    (input) => `Asynchronous forks do not support Buffer, TypedArray, DataView or string input: ${input}`,
  ],
  ERR_IPC_CHANNEL_CLOSED: [Error, 'Channel closed'],
  ERR_IPC_DISCONNECTED: [Error, 'IPC channel is already disconnected'],
  ERR_IPC_ONE_PIPE: [Error, 'Child process can have only one IPC pipe'],
  ERR_IPC_SYNC_FORK: [Error, 'IPC cannot be used with synchronous forks'],
  ERR_UNKNOWN_CREDENTIAL: [Error, (kind, name) => `${kind} identifier does not exist: ${name}`],

  ERR_DIR_CLOSED: [Error, 'Directory handle was closed'],
  ERR_DIR_CONCURRENT_OPERATION: [
    Error,
    'Cannot do synchronous work on directory handle with concurrent asynchronous operations',
  ],
  ERR_FS_CP_DIR_TO_NON_DIR: ['SystemError', 'Cannot overwrite non-directory with directory'],
  ERR_FS_CP_EEXIST: ['SystemError', 'Target already exists'],
  ERR_FS_CP_EINVAL: ['SystemError', 'Invalid src or dest'],
  ERR_FS_CP_FIFO_PIPE: ['SystemError', 'Cannot copy a FIFO pipe'],
  ERR_FS_CP_NON_DIR_TO_DIR: ['SystemError', 'Cannot overwrite directory with non-directory'],
  ERR_FS_CP_SOCKET: ['SystemError', 'Cannot copy a socket file'],
  ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY: ['SystemError', 'Cannot overwrite symlink in subdirectory of self'],
  ERR_FS_CP_UNKNOWN: ['SystemError', 'Cannot copy an unknown file type'],
  ERR_FS_EISDIR: ['SystemError', 'Path is a directory'],
  ERR_FS_FILE_TOO_LARGE: [RangeError, (size) => `File size (${size}) is greater than 2 GiB`],
  ERR_INVALID_FD: [RangeError, (fd) => `"fd" must be a positive integer: ${fd}`],
  ERR_INVALID_FD_TYPE: [TypeError, (type) => `Unsupported fd type: ${type}`],
  ERR_TTY_INIT_FAILED: ['SystemError', 'TTY initialization failed'],

  ERR_STREAM_ALREADY_FINISHED: [Error, (name) => `Cannot call ${name} after a stream was finished`],
  ERR_STREAM_CANNOT_PIPE: [Error, 'Cannot pipe, not readable'],
  ERR_STREAM_DESTROYED: [Error, (name) => `Cannot call ${name} after a stream was destroyed`],
  ERR_STREAM_NULL_VALUES: [TypeError, 'May not write null values to stream'],
  ERR_STREAM_PREMATURE_CLOSE: [Error, 'Premature close'],
  ERR_STREAM_PUSH_AFTER_EOF: [Error, 'stream.push() after EOF'],
  ERR_STREAM_UNABLE_TO_PIPE: [Error, 'Cannot pipe to a closed or destroyed stream'],
  ERR_STREAM_UNSHIFT_AFTER_END_EVENT: [Error, 'stream.unshift() after end event'],
  ERR_STREAM_WRAP: [Error, 'Stream has StringDecoder set or is in objectMode'],
  ERR_STREAM_WRITE_AFTER_END: [Error, 'write after end'],

  ERR_BROTLI_INVALID_PARAM: [RangeError, (name) => `${name} is not a valid Brotli parameter`],
  ERR_TRAILING_JUNK_AFTER_STREAM_END: [TypeError, 'Trailing junk found after the end of the compressed stream'],
  ERR_ZLIB_INITIALIZATION_FAILED: [Error, (reason) => reason],
  ERR_ZSTD_INVALID_PARAM: [RangeError, (name) => `${name} is not a valid zstd parameter`],

  ERR_TLS_ALPN_CALLBACK_INVALID_RESULT: [
    TypeError,
    (value, protocols) => `ALPN callback returned a value (${value}) that did not match any of the client's offered ` +
      `protocols (${protocols.join(', ')})`,
  ],
  ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS: [TypeError, 'The ALPNCallback and ALPNProtocols TLS options are mutually exclusive'],
  ERR_TLS_CERT_ALTNAME_FORMAT: [SyntaxError, 'Invalid subject alternative name string'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    Error,
    (reason) => `Hostname/IP does not match certificate's altnames: ${reason}`,
    {
      decorate(error, args) {
        error.reason = args[0];
        error.host = args[1];
        error.cert = args[2];
      },
    },
  ],
  ERR_TLS_HANDSHAKE_TIMEOUT: [Error, 'TLS handshake timeout'],
  ERR_TLS_INVALID_CONTEXT: [TypeError, (name) => `${name} must be a SecureContext`],
  ERR_TLS_INVALID_PROTOCOL_METHOD: [TypeError, (message) => message],
  ERR_TLS_INVALID_PROTOCOL_VERSION: [TypeError, (name, kind) => `"${name}" is not a valid ${kind} TLS protocol version`],
  ERR_TLS_INVALID_STATE: [Error, 'TLS socket connection must be securely established'],
  ERR_TLS_PROTOCOL_VERSION_CONFLICT: [
    TypeError,
    (version, method) => `TLS protocol version "${version}" conflicts with secureProtocol "${method}"`,
  ],
  ERR_TLS_RENEGOTIATION_DISABLED: [Error, 'TLS session renegotiation disabled for this socket'],
  ERR_TLS_REQUIRED_SERVER_NAME: [Error, '"servername" is required parameter for Server.addContext'],
  ERR_TLS_SESSION_ATTACK: [Error, 'TLS session renegotiation attack detected'],
  ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED: [Error, 'Failed to set PSK identity hint'],
  ERR_TLS_SNI_FROM_SERVER: [Error, 'Cannot issue SNI from a TLS server-side socket'],

  ERR_DNS_SET_SERVERS_FAILED: [
    Error,
    (message, servers) => `c-ares failed to set servers: "${message}" [${servers}]`,
  ],
  ERR_INVALID_ADDRESS_FAMILY: [
    RangeError,
    (family, host, port) => `Invalid address family: ${family} ${host}:${port}`,
    {
      decorate(error, args) {
        error.host = args[1];
        error.port = args[2];
      },
    },
  ],
  ERR_INVALID_ADDRESS: [Error, 'Invalid socket address'],
  ERR_INVALID_IP_ADDRESS: [TypeError, (address) => `Invalid IP address: ${address}`],
  ERR_IP_BLOCKED: [Error, (address) => `IP(${address}) is blocked by net.BlockList`],
  ERR_SERVER_ALREADY_LISTEN: [Error, 'Listen method has been called more than once without closing.'],
  ERR_SERVER_NOT_RUNNING: [Error, 'Server is not running.'],
  ERR_SOCKET_ALREADY_BOUND: [Error, 'Socket is already bound'],
  ERR_PROXY_INVALID_CONFIG: [Error, (message) => message],
  ERR_PROXY_TUNNEL: [Error, (message) => message],
  ERR_SOCKET_BAD_BUFFER_SIZE: [TypeError, 'Buffer size must be a positive integer'],
  ERR_SOCKET_BAD_PORT: [
    RangeError,
    (name, port, allowZero = true) => `${name} should be ${allowZero ? '>=' : '>'} 0 and < 65536. ` +
      `Received ${determineSpecificType(port)}.`,
  ],
  ERR_SOCKET_BAD_TYPE: [TypeError, 'Bad socket type specified. Valid types are: udp4, udp6'],
  ERR_SOCKET_BUFFER_SIZE: ['SystemError', 'Could not get or set buffer size'],
  ERR_SOCKET_CLOSED: [Error, 'Socket is closed'],
  ERR_SOCKET_CLOSED_BEFORE_CONNECTION: [Error, 'Socket closed before the connection was established'],
  ERR_SOCKET_CONNECTION_TIMEOUT: [Error, 'Socket connection timeout'],
  ERR_SOCKET_DGRAM_IS_CONNECTED: [Error, 'Already connected'],
  ERR_SOCKET_DGRAM_NOT_CONNECTED: [Error, 'Not connected'],
  ERR_SOCKET_DGRAM_NOT_RUNNING: [Error, 'Not running'],
  ERR_SOCKET_HANDLE_ADOPTED: [Error, 'The bound socket has already been adopted by a server or socket'],

  ERR_HTTP_BODY_NOT_ALLOWED: [
    Error,
    'Adding content for this request method or response status is not allowed.',
  ],
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: [
    Error,
    (body, header) => `Response body's content-length of ${body} byte(s) does not match the ` +
      `content-length of ${header} byte(s) set in header`,
  ],
  ERR_HTTP_HEADERS_SENT: [Error, (verb) => `Cannot ${verb} headers after they are sent to the client`],
  ERR_HTTP_INVALID_HEADER_VALUE: [
    TypeError,
    (value, name) => `Invalid value "${value}" for header "${name}"`,
  ],
  ERR_HTTP_INVALID_STATUS_CODE: [
    RangeError,
    (status) => `Invalid status code: ${require('internal/util/format').format('%s', status)}`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [Error, 'Request timeout'],
  ERR_HTTP_SOCKET_ASSIGNED: [Error, 'ServerResponse has an already assigned socket'],
  ERR_HTTP_SOCKET_ENCODING: [Error, 'Changing the socket encoding is not allowed per RFC7230 Section 3.'],
  ERR_HTTP_TRAILER_INVALID: [Error, 'Trailers are invalid with this transfer encoding'],
  ERR_INVALID_HTTP_TOKEN: [TypeError, (name, value) => `${name} must be a valid HTTP token ["${value}"]`],
  ERR_INVALID_PROTOCOL: [
    TypeError,
    (actual, expected) => `Protocol "${actual}" not supported. Expected "${expected}"`,
  ],
  ERR_UNESCAPED_CHARACTERS: [TypeError, (name) => `${name} contains unescaped characters`],
};

module.exports = { rows };
