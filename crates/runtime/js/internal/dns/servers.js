// Name servers as programs write them: an address, perhaps with a port, that of IPv6 in brackets then.
'use strict';

const { ArrayPrototypeMap, ArrayPrototypePush, NumberParseInt, RegExpPrototypeExec, StringPrototypeSplit } = primordials;

const { codes: { ERR_INVALID_IP_ADDRESS } } = require('internal/errors');
const { validateArray, validatePort, validateString } = require('internal/validators');
const { isIP } = require('internal/ip_address');

const DOMAIN_PORT = 53;
const BRACKETED = /^\[([^[\]]*)\](?::(\d+))?/;
const WITH_PORT = /^([^:]+):(\d+)$/;

// A list of `[address, port]`.
function parseServers(servers) {
  validateArray(servers, 'servers');
  const parsed = [];
  for (let i = 0; i < servers.length; i++) {
    validateString(servers[i], `servers[${i}]`);
    ArrayPrototypePush(parsed, parseServer(servers[i]));
  }
  return parsed;
}

function parseServer(text) {
  if (isIP(text) !== 0) return [text, DOMAIN_PORT];
  const bracketed = RegExpPrototypeExec(BRACKETED, text);
  if (bracketed !== null && isIP(bracketed[1]) === 6) return [bracketed[1], portOf(bracketed[2])];
  const withPort = RegExpPrototypeExec(WITH_PORT, text);
  if (withPort !== null && isIP(withPort[1]) === 4) return [withPort[1], portOf(withPort[2])];
  throw new ERR_INVALID_IP_ADDRESS(text);
}

function portOf(text) {
  if (text === undefined) return DOMAIN_PORT;
  return validatePort(NumberParseInt(text, 10)) || DOMAIN_PORT;
}

function formatServers(servers) {
  return ArrayPrototypeMap(servers, ({ 0: address, 1: port }) => {
    const plain = StringPrototypeSplit(address, '%')[0];
    if (port === DOMAIN_PORT) return plain;
    return isIP(plain) === 6 ? `[${plain}]:${port}` : `${plain}:${port}`;
  });
}

module.exports = { formatServers, parseServers };
