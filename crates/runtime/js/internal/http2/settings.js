// Settings of a connection: their defaults, what they may be, and their packed form, in which each is a number of two
// bytes and a value of four.
'use strict';

const {
  ArrayPrototypePush, Number, NumberIsInteger, ObjectKeys, SafeMap, String,
} = primordials;

const {
  codes: {
    ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH, ERR_HTTP2_INVALID_SETTING_VALUE, ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS,
    ERR_INVALID_ARG_TYPE,
  },
} = require('internal/errors');
const { Buffer } = require('internal/buffer/buffer');
const { isArrayBufferView } = require('internal/util/views');
const { validateObject } = require('internal/validators');
const constants = require('internal/http2/constants');

const MAX_UINT32 = 2 ** 32 - 1;
const MAX_CUSTOM_SETTINGS = 10;

// What a session that says nothing has agreed to.
function getDefaultSettings() {
  return {
    __proto__: null,
    headerTableSize: constants.DEFAULT_SETTINGS_HEADER_TABLE_SIZE,
    enablePush: constants.DEFAULT_SETTINGS_ENABLE_PUSH === 1,
    initialWindowSize: constants.DEFAULT_SETTINGS_INITIAL_WINDOW_SIZE,
    maxFrameSize: constants.DEFAULT_SETTINGS_MAX_FRAME_SIZE,
    maxConcurrentStreams: constants.DEFAULT_SETTINGS_MAX_CONCURRENT_STREAMS,
    maxHeaderSize: constants.DEFAULT_SETTINGS_MAX_HEADER_LIST_SIZE,
    maxHeaderListSize: constants.DEFAULT_SETTINGS_MAX_HEADER_LIST_SIZE,
    enableConnectProtocol: constants.DEFAULT_SETTINGS_ENABLE_CONNECT_PROTOCOL === 1,
  };
}

function checkNumber(name, value, min, max) {
  if (value !== undefined && (typeof value !== 'number' || !NumberIsInteger(value) || value < min || value > max)) {
    throw new ERR_HTTP2_INVALID_SETTING_VALUE.RangeError(name, value, min, max);
  }
}

function checkBoolean(name, value) {
  if (value !== undefined && typeof value !== 'boolean') throw new ERR_HTTP2_INVALID_SETTING_VALUE.TypeError(name, value);
}

function validateSettings(settings) {
  if (settings === undefined) return {};
  validateObject(settings, 'settings');
  if (settings.customSettings) {
    const keys = ObjectKeys(settings.customSettings);
    if (keys.length > MAX_CUSTOM_SETTINGS) throw new ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
    for (let i = 0; i < keys.length; i++) {
      const value = settings.customSettings[keys[i]];
      checkNumber('customSettings:id', Number(keys[i]), 0, 0xffff);
      checkNumber('customSettings:value', Number(value), 0, MAX_UINT32);
    }
  }
  checkNumber('headerTableSize', settings.headerTableSize, 0, MAX_UINT32);
  checkNumber('initialWindowSize', settings.initialWindowSize, 0, 2 ** 31 - 1);
  checkNumber('maxFrameSize', settings.maxFrameSize, 16384, 2 ** 24 - 1);
  checkNumber('maxConcurrentStreams', settings.maxConcurrentStreams, 0, MAX_UINT32);
  checkNumber('maxHeaderListSize', settings.maxHeaderListSize, 0, MAX_UINT32);
  checkNumber('maxHeaderSize', settings.maxHeaderSize, 0, MAX_UINT32);
  checkBoolean('enablePush', settings.enablePush);
  checkBoolean('enableConnectProtocol', settings.enableConnectProtocol);
  return settings;
}

let hasWarned = false;

// Numbers and values in turns.
function entriesOf(settings) {
  const list = [];
  const add = (id, value) => {
    ArrayPrototypePush(list, id);
    ArrayPrototypePush(list, value);
  };
  let size = settings.maxHeaderListSize;
  if (settings.maxHeaderSize !== undefined) {
    if (size !== undefined && !hasWarned) {
      hasWarned = true;
      process.emitWarning('settings.maxHeaderSize overwrite settings.maxHeaderListSize');
    }
    size = settings.maxHeaderSize;
  }
  const flag = (value) => (value === undefined ? undefined : value ? 1 : 0);
  const values = [
    settings.headerTableSize, flag(settings.enablePush), settings.maxConcurrentStreams, settings.initialWindowSize,
    settings.maxFrameSize, size, undefined, flag(settings.enableConnectProtocol),
  ];
  for (let i = 0; i < values.length; i++) if (values[i] !== undefined) add(i + 1, values[i]);
  if (settings.customSettings) {
    const keys = ObjectKeys(settings.customSettings);
    for (let i = 0; i < keys.length; i++) add(Number(keys[i]), Number(settings.customSettings[keys[i]]));
  }
  return list;
}

function getPackedSettings(settings) {
  const entries = entriesOf({ ...validateSettings(settings) });
  const packed = Buffer.alloc(entries.length * 3);
  for (let i = 0; i < entries.length; i += 2) {
    packed.writeUInt16BE(entries[i], i * 3);
    packed.writeUInt32BE(entries[i + 1], i * 3 + 2);
  }
  return packed;
}

const NAMES = new SafeMap([
  [1, 'headerTableSize'], [2, 'enablePush'], [3, 'maxConcurrentStreams'], [4, 'initialWindowSize'], [5, 'maxFrameSize'],
  [6, 'maxHeaderListSize'], [8, 'enableConnectProtocol'],
]);

function getUnpackedSettings(buffer, options = {}) {
  if (!isArrayBufferView(buffer) || buffer.length === undefined) {
    throw new ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray'], buffer);
  }
  if (buffer.length % 6 !== 0) throw new ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH();
  const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const settings = {};
  for (let at = 0; at + 6 <= bytes.length; at += 6) {
    const id = bytes.readUInt16BE(at);
    const value = bytes.readUInt32BE(at + 2);
    const name = NAMES.get(id);
    if (name === undefined) {
      settings.customSettings ??= {};
      settings.customSettings[String(id)] = value;
    } else if (id === 2 || id === 8) {
      settings[name] = value !== 0;
    } else {
      if (id === 6) settings.maxHeaderSize = value;
      settings[name] = value;
    }
  }
  if (options?.validate) validateSettings(settings);
  return settings;
}

// What the native side has in its list: settings 1 to 6 and 8.
function settingsFromList(list) {
  return {
    __proto__: null,
    headerTableSize: list[0],
    enablePush: list[1] !== 0,
    initialWindowSize: list[3],
    maxFrameSize: list[4],
    maxConcurrentStreams: list[2],
    maxHeaderListSize: list[5],
    maxHeaderSize: list[5],
    enableConnectProtocol: list[6] !== 0,
  };
}

module.exports = {
  entriesOf, getDefaultSettings, getPackedSettings, getUnpackedSettings, settingsFromList, validateSettings,
};
