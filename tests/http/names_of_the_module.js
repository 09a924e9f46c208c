// What `http` shares with the globals is the same object.
'use strict';

const http = require('http');

for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) {
  const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(http, name);
  console.log(name, http[name] === globalThis[name], typeof get, typeof set, enumerable, configurable);
}
