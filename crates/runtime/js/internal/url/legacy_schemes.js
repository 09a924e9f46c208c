'use strict';

// What the older URL interface knows about schemes.

const { StringPrototypeSlice } = primordials;

// Schemes that are followed by `//` and have a path.
const slashed = { __proto__: null, http: 1, https: 1, ftp: 1, gopher: 1, file: 1, ws: 1, wss: 1 };

const schemeName = (protocol) => {
  if (!protocol) return '';
  return protocol[protocol.length - 1] === ':' ? StringPrototypeSlice(protocol, 0, -1) : protocol;
};

const isSlashed = (protocol) => slashed[schemeName(protocol)] !== undefined;

module.exports = { isSlashed, schemeName };
