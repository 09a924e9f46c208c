// Responses that are files.
'use strict';

const { FunctionPrototypeCall, ObjectAssign } = primordials;

const {
  codes: {
    ERR_HTTP2_HEADERS_SENT, ERR_HTTP2_INVALID_STREAM, ERR_HTTP2_PAYLOAD_FORBIDDEN, ERR_HTTP2_SEND_FILE,
    ERR_HTTP2_SEND_FILE_NOSEEK, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE,
  },
} = require('internal/errors');
const { kState } = require('internal/http2/session');
const { assertIsObject } = require('internal/http2/headers');
const { write } = require('internal/http2/stream');
const { hasNoPayload, responseHeaders, sendResponse } = require('internal/http2/server_stream');

// What both forms ask of their arguments.
function prepare(stream, headersParam, options) {
  if (stream.destroyed || stream.closed) throw new ERR_HTTP2_INVALID_STREAM();
  if (stream.headersSent) throw new ERR_HTTP2_HEADERS_SENT();
  assertIsObject(options, 'options');
  options = { ...options };
  if (options.offset !== undefined && typeof options.offset !== 'number') throw new ERR_INVALID_ARG_VALUE('options.offset', options.offset);
  if (options.length !== undefined && typeof options.length !== 'number') throw new ERR_INVALID_ARG_VALUE('options.length', options.length);
  if (options.statCheck !== undefined && typeof options.statCheck !== 'function') throw new ERR_INVALID_ARG_VALUE('options.statCheck', options.statCheck);
  if (options.onError !== undefined && typeof options.onError !== 'function') throw new ERR_INVALID_ARG_VALUE('options.onError', options.onError);
  if (options.waitForTrailers) stream[kState].hasTrailers = true;
  const headers = responseHeaders(headersParam);
  const status = headers[':status'] |= 0;
  if (hasNoPayload(status) || stream.headRequest) throw new ERR_HTTP2_PAYLOAD_FORBIDDEN(status);
  return { headers, options };
}

function respondWithFD(stream, fd, headersParam, options) {
  const isHandle = fd !== null && typeof fd === 'object' && typeof fd.fd === 'number';
  if (!isHandle && typeof fd !== 'number') throw new ERR_INVALID_ARG_TYPE('fd', ['number', 'FileHandle'], fd);
  const { headers, options: checked } = prepare(stream, headersParam, options);
  const number = isHandle ? fd.fd : fd;
  if (checked.statCheck === undefined) {
    send(stream, number, headers, checked, checked.offset ?? 0, checked.length ?? -1, false);
    return;
  }
  require('fs').fstat(number, (error, stat) => {
    if (stream.destroyed || stream.closed) {
      stream.destroy(new ERR_HTTP2_INVALID_STREAM());
      return;
    }
    if (error) {
      stream.destroy(error);
      return;
    }
    const about = {
      offset: checked.offset !== undefined ? checked.offset : 0,
      length: checked.length !== undefined ? checked.length : -1,
    };
    if (FunctionPrototypeCall(checked.statCheck, stream, stat, headers, about) === false || stream.headersSent) return;
    send(stream, number, headers, checked, about.offset, about.length, false);
  });
}

function respondWithFile(stream, path, headersParam, options) {
  const { headers, options: checked } = prepare(stream, headersParam, options);
  const fs = require('fs');
  fs.open(path, 'r', (openError, fd) => {
    const fail = (error) => {
      if (fd !== undefined) fs.close(fd, () => {});
      if (checked.onError) checked.onError(error);
      else stream.destroy(error);
    };
    if (openError) {
      fail(openError);
      return;
    }
    if (stream.destroyed || stream.closed) {
      fail(new ERR_HTTP2_INVALID_STREAM());
      return;
    }
    fs.fstat(fd, (error, stat) => {
      if (stream.destroyed || stream.closed) {
        fail(new ERR_HTTP2_INVALID_STREAM());
        return;
      }
      if (error) {
        fail(error);
        return;
      }
      sendFile(stream, fd, stat, headers, checked, fail);
    });
  });
}

function sendFile(stream, fd, stat, headers, options, fail) {
  const isRegular = stat.isFile();
  if (!isRegular) {
    if (options.offset !== undefined || options.length !== undefined) {
      fail(new ERR_HTTP2_SEND_FILE_NOSEEK());
      return;
    }
    if (stat.isDirectory()) {
      fail(new ERR_HTTP2_SEND_FILE());
      return;
    }
    options.offset = -1;
    options.length = -1;
  }
  const about = {
    offset: options.offset !== undefined ? options.offset : 0,
    length: options.length !== undefined ? options.length : -1,
  };
  if (stream.headersSent) {
    require('fs').close(fd, () => {});
    return;
  }
  if (typeof options.statCheck === 'function' && FunctionPrototypeCall(options.statCheck, stream, stat, headers) === false) {
    require('fs').close(fd, () => {});
    return;
  }
  if (stream.headersSent || stream.destroyed) {
    require('fs').close(fd, () => {});
    return;
  }
  if (isRegular) {
    about.length = about.length < 0 ? stat.size - about.offset : (about.length < stat.size - about.offset ? about.length : stat.size - about.offset);
    headers['content-length'] = about.length;
  }
  send(stream, fd, headers, options, about.offset, about.length, true);
}

// The file is read with the stream's own pace.
function send(stream, fd, headers, options, offset, length, isOwn) {
  sendResponse(stream, headers, { endStream: false, waitForTrailers: options.waitForTrailers });
  if (stream.destroyed) return;
  const fs = require('fs');
  const range = ObjectAssign({ fd, autoClose: isOwn }, offset > 0 || length >= 0 ? { start: offset > 0 ? offset : 0 } : undefined);
  if (length === 0) {
    if (isOwn) fs.close(fd, () => {});
    stream.end();
    return;
  }
  if (length > 0) range.end = range.start + length - 1;
  const source = fs.createReadStream(null, range);
  const state = stream[kState];
  const file = state.file = { onDone: undefined };
  const finish = () => {
    state.file = undefined;
    // A program that has ended the stream itself waits for it.
    if (file.onDone !== undefined) file.onDone();
    else if (!stream.destroyed) stream.end();
  };
  source.on('data', (chunk) => {
    source.pause();
    write(stream, chunk, chunk.length, () => source.resume());
  });
  source.on('end', finish);
  source.on('error', (error) => {
    if (options.onError) options.onError(error);
    // The peer is told that it is not the whole.
    if (!stream.destroyed) stream.close(2);
    finish();
  });
  stream.once('close', () => {
    // To destroy it would close what belongs to the program.
    if (isOwn) source.destroy();
    else source.pause();
  });
}

module.exports = { respondWithFD, respondWithFile };
