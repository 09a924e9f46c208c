// The bytes that a view shows, whatever a program has made of its properties.
'use strict';

const {
  DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength,
  DataViewPrototypeGetByteOffset,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset,
  Uint8Array,
} = primordials;
const { isTypedArray } = require('internal/util/views');

function bytesOf(view) {
  return isTypedArray(view) ? bytesOfArray(view) : bytesOfDataView(view);
}

function bytesOfArray(array) {
  const length = TypedArrayPrototypeGetByteLength(array);
  // Memory that is gone shows nothing, and there are no further views of it.
  if (length === 0) return new Uint8Array(0);
  return new Uint8Array(TypedArrayPrototypeGetBuffer(array), TypedArrayPrototypeGetByteOffset(array), length);
}

function bytesOfDataView(view) {
  return new Uint8Array(DataViewPrototypeGetBuffer(view), DataViewPrototypeGetByteOffset(view), DataViewPrototypeGetByteLength(view));
}

module.exports = { bytesOf, bytesOfArray, bytesOfDataView };
