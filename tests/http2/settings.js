// Settings in their packed form, and what is wrong with some.
'use strict';
const http2 = require('http2');

const all = {
  headerTableSize: 1, enablePush: true, initialWindowSize: 2, maxFrameSize: 16384, maxConcurrentStreams: 3,
  maxHeaderListSize: 4, enableConnectProtocol: true, customSettings: { 9999: 301 },
};
const packed = http2.getPackedSettings(all);
console.log(packed.toString('hex'));
console.log(http2.getUnpackedSettings(packed));
console.log(http2.getPackedSettings({}).length, http2.getPackedSettings().length);
console.log(http2.getDefaultSettings());
for (const wrong of [{ headerTableSize: -1 }, { maxFrameSize: 1 }, { enablePush: 1 }, { initialWindowSize: 2 ** 31 }, { maxHeaderSize: 'a' }, 7, null]) {
  try {
    http2.getPackedSettings(wrong);
    console.log('taken', wrong);
  } catch (error) {
    console.log(error.name, error.code, error.message, error.actual, error.min, error.max);
  }
}
for (const wrong of [Buffer.alloc(5), 'abc', null, 7]) {
  try {
    http2.getUnpackedSettings(wrong);
    console.log('taken', wrong);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
try {
  http2.getUnpackedSettings(Buffer.from([0, 5, 0, 0, 0, 1]), { validate: true });
} catch (error) {
  console.log(error.code, error.message);
}
