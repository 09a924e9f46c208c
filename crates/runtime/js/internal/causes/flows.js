// Which bytes go where: what a connection within the process reads is led back to whoever has written it.
//
// Both ends know both addresses, so each way that bytes go has a name that both ends find by themselves.
'use strict';

const { StringPrototypeStartsWith, StringPrototypeSlice, Symbol } = primordials;
const binding = internalBinding('causes');

const kFlows = Symbol('flows');

function sent(handle, bytes) {
  const flows = flowsOf(handle);
  if (flows !== null) binding.sent(handle.getAsyncId(), flows.out, bytes);
}

function received(handle, bytes) {
  const flows = flowsOf(handle);
  if (flows !== null) binding.received(handle.getAsyncId(), flows.in, bytes);
}

// Null where there are no two addresses: a pipe, a socket that is not connected any more.
function flowsOf(handle) {
  return handle[kFlows] ??= flowsBetween(handle.getsockname?.(), handle.getpeername?.());
}

function flowsBetween(local, remote) {
  if (typeof local !== 'object' || typeof remote !== 'object') return null;
  const here = nameOf(local);
  const there = nameOf(remote);
  return { out: `${here}>${there}`, in: `${there}>${here}` };
}

// A server for both families sees those of the older one by a longer name.
const MAPPED = '::ffff:';

function nameOf({ address, port }) {
  const isMapped = StringPrototypeStartsWith(address, MAPPED);
  return `${isMapped ? StringPrototypeSlice(address, MAPPED.length) : address}:${port}`;
}

module.exports = { received, sent };
