// DOMException: the error of the web platform's interfaces. Its name says what
// went wrong ('AbortError'); `code` is the number that some names have had.
'use strict';

const { Error, ObjectDefineProperties, SymbolToStringTag } = primordials;

const { codes: { ERR_INVALID_THIS } } = require('internal/errors');

// Name, and name of the constant, in the order of their numbers from 1 on. Two
// numbers belong to no name any more.
const legacyCodes = [
  ['IndexSizeError', 'INDEX_SIZE_ERR'],
  [undefined, 'DOMSTRING_SIZE_ERR'],
  ['HierarchyRequestError', 'HIERARCHY_REQUEST_ERR'],
  ['WrongDocumentError', 'WRONG_DOCUMENT_ERR'],
  ['InvalidCharacterError', 'INVALID_CHARACTER_ERR'],
  [undefined, 'NO_DATA_ALLOWED_ERR'],
  ['NoModificationAllowedError', 'NO_MODIFICATION_ALLOWED_ERR'],
  ['NotFoundError', 'NOT_FOUND_ERR'],
  ['NotSupportedError', 'NOT_SUPPORTED_ERR'],
  ['InUseAttributeError', 'INUSE_ATTRIBUTE_ERR'],
  ['InvalidStateError', 'INVALID_STATE_ERR'],
  ['SyntaxError', 'SYNTAX_ERR'],
  ['InvalidModificationError', 'INVALID_MODIFICATION_ERR'],
  ['NamespaceError', 'NAMESPACE_ERR'],
  ['InvalidAccessError', 'INVALID_ACCESS_ERR'],
  [undefined, 'VALIDATION_ERR'],
  ['TypeMismatchError', 'TYPE_MISMATCH_ERR'],
  ['SecurityError', 'SECURITY_ERR'],
  ['NetworkError', 'NETWORK_ERR'],
  ['AbortError', 'ABORT_ERR'],
  ['URLMismatchError', 'URL_MISMATCH_ERR'],
  ['QuotaExceededError', 'QUOTA_EXCEEDED_ERR'],
  ['TimeoutError', 'TIMEOUT_ERR'],
  ['InvalidNodeTypeError', 'INVALID_NODE_TYPE_ERR'],
  ['DataCloneError', 'DATA_CLONE_ERR'],
];

const codeOfName = { __proto__: null };
const constants = { __proto__: null };
for (let i = 0; i < legacyCodes.length; i++) {
  const { 0: name, 1: constant } = legacyCodes[i];
  if (name !== undefined) codeOfName[name] = i + 1;
  constants[constant] = { __proto__: null, value: i + 1, enumerable: true };
}

class DOMException extends Error {
  #name;
  #message;

  constructor(message = '', options = 'Error') {
    super();
    this.#message = `${message}`;
    if (options !== null && typeof options === 'object') {
      this.#name = `${options.name}`;
      if ('cause' in options) {
        ObjectDefineProperties(this, {
          cause: {
            __proto__: null, value: options.cause, writable: true, configurable: true, enumerable: false,
          },
        });
      }
    } else {
      this.#name = `${options}`;
    }
  }

  get name() {
    check(this);
    return this.#name;
  }

  get message() {
    check(this);
    return this.#message;
  }

  get code() {
    check(this);
    return codeOfName[this.#name] ?? 0;
  }

  static isDOMException(value) {
    return value !== null && typeof value === 'object' && #name in value;
  }
}

const { isDOMException } = DOMException;
delete DOMException.isDOMException;

function check(value) {
  if (!isDOMException(value)) throw new ERR_INVALID_THIS('DOMException');
}

ObjectDefineProperties(DOMException, constants);
ObjectDefineProperties(DOMException.prototype, constants);
ObjectDefineProperties(DOMException.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'DOMException', configurable: true },
  name: { __proto__: null, enumerable: true },
  message: { __proto__: null, enumerable: true },
  code: { __proto__: null, enumerable: true },
});

module.exports = { DOMException, isDOMException };
