// The names and defaults of HTTP/2 are there whether it is spoken or not.
'use strict';

const http2 = require('node:http2');

console.log(Object.keys(http2));
console.log(Object.keys(http2.constants).length, http2.constants);
console.log(http2.getDefaultSettings(), http2.sensitiveHeaders);
console.log({} instanceof http2.Http2ServerRequest, typeof http2.connect);
