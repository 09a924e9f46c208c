// The functions of `dns` and `dns/promises` that ask name servers: those of a resolver that both share. It is loaded with
// the first question, because most programs only look names up.
'use strict';

const { ObjectDefineProperties, ReflectApply } = primordials;

// And how many arguments they take.
const METHODS = {
  __proto__: null,
  getServers: 0,
  resolve: 3,
  resolve4: 2,
  resolve6: 2,
  resolveAny: 2,
  resolveCaa: 2,
  resolveCname: 2,
  resolveMx: 2,
  resolveNaptr: 2,
  resolveNs: 2,
  resolvePtr: 2,
  resolveSoa: 2,
  resolveSrv: 2,
  resolveTlsa: 2,
  resolveTxt: 2,
  reverse: 2,
};

let channel;
const resolvers = { __proto__: null };

function resolverOf(form) {
  if (resolvers[form] === undefined) {
    const { ChannelWrap } = require('internal/dns/channel');
    channel ??= new ChannelWrap();
    const Class = require('internal/dns/resolver')[form];
    resolvers[form] = { __proto__: Class.prototype, _handle: channel };
  }
  return resolvers[form];
}

// A resolver of its own from here on: questions that are under way keep the servers they have.
function setServers(servers) {
  const { ChannelWrap } = require('internal/dns/channel');
  const next = new ChannelWrap();
  next.setServers(servers);
  channel = next;
  for (const form in resolvers) resolvers[form]._handle = channel;
}

// `form` is the class whose methods they are: Resolver or PromisesResolver.
function addMethods(target, form) {
  const add = (name, length) => {
    const method = (...args) => ReflectApply(resolverOf(form)[name], resolverOf(form), args);
    ObjectDefineProperties(method, {
      name: { __proto__: null, configurable: true, value: name },
      length: { __proto__: null, configurable: true, value: length },
    });
    target[name] = method;
  };
  target.setServers = setServers;
  for (const name in METHODS) add(name, form === 'PromisesResolver' && name === 'resolve' ? 2 : METHODS[name]);
}

module.exports = { addMethods };
