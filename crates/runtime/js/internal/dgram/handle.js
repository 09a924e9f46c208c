// A UDP socket of the loop as an object: what `handle` of a dgram.Socket's state is.
'use strict';

const { ReflectApply, SafeSet, SetPrototypeForEach, Symbol } = primordials;

const native = internalBinding('udp');
const { isIP } = require('internal/ip_address');
const { NativeResource, destroy, enter, enterRequest, leave } = require('internal/async_hooks/native_resource');

const owner = Symbol('owner_symbol');

// The status of what was asked of a handle that has been closed.
const EBADF = -9;
const EINVAL = -22;

// Those that are not closed, or still to be told of it.
const handles = new SafeSet();

class SendWrap extends NativeResource {
  constructor() { super('UDPSENDWRAP'); }
}

class UDP extends NativeResource {
  #number;
  #family;

  // Called as onmessage(bytes, address, family, port), or with a negative errno alone.
  onmessage = null;
  [owner] = null;

  // 4 or 6: an address of the other family is none for this socket.
  constructor(family) {
    super('UDPWRAP');
    this.#family = family;
    this.#number = native.create();
    handles.add(this);
  }

  get fd() { return native.fd(this.#number); }
  get isClosed() { return this.#number === 0; }

  open(fd) { return native.open(this.#number, fd); }

  // A descriptor for another process; it is the caller's to close.
  duplicate() { return native.duplicate(this.#number); }

  // A handle over a descriptor that came from another process, which it closes.
  static receive(fd) {
    const handle = new UDP(4);
    const status = handle.open(fd);
    require('fs').closeSync(fd);
    const found = status === 0 ? handle.getsockname() : status;
    if (typeof found === 'object') handle.#family = found.family === 'IPv6' ? 6 : 4;
    return handle;
  }

  bind(address, port, flags) {
    return isIP(address) === this.#family ? native.bind(this.#number, address, port, flags) : EINVAL;
  }

  connect(address, port) {
    return isIP(address) === this.#family ? native.connect(this.#number, address, port) : EINVAL;
  }
  disconnect() { return native.disconnect(this.#number); }

  // How many bytes went out at once, plus 1; 0: the callback will tell; negative: an errno.
  send(chunks, address, port, callback) {
    const request = new SendWrap();
    if (address !== undefined && isIP(address) !== this.#family) return EINVAL;
    return native.send(this.#number, chunks, address, port, (status) => {
      enterRequest(request);
      callback(status);
      leave(request);
    });
  }

  receiveStart() {
    return native.receiveStart(this.#number, (datagram, address, family, port) => {
      enter(this);
      ReflectApply(this.onmessage, this, [datagram, address, family, port]);
      leave(this);
    });
  }

  receiveStop() { return native.receiveStop(this.#number); }

  close(callback) {
    if (this.#number === 0) return EBADF;
    const number = this.#number;
    this.#number = 0;
    return native.close(number, () => {
      handles.delete(this);
      destroy(this);
      if (typeof callback === 'function') callback();
    });
  }

  getsockname() { return addressOf(native.localAddress(this.#number)); }
  getpeername() { return addressOf(native.peerAddress(this.#number)); }
  getAddress() { return this.getsockname(); }

  ref() { native.setRef(this.#number, true); }
  unref() { native.setRef(this.#number, false); }
  hasRef() { return native.hasRef(this.#number); }

  getSendQueueSize() { return native.sendQueueSize(this.#number); }
  getSendQueueCount() { return native.sendQueueCount(this.#number); }

  setBroadcast(wanted) { return native.setBroadcast(this.#number, wanted); }
  setTTL(ttl) { return native.setTTL(this.#number, ttl); }
  setMulticastTTL(ttl) { return native.setMulticastTTL(this.#number, ttl); }
  setMulticastLoopback(comesBack) { return native.setMulticastLoopback(this.#number, comesBack); }
  setMulticastInterface(address) { return native.setMulticastInterface(this.#number, address); }
  addMembership(group, address) { return native.join(this.#number, group, address); }
  dropMembership(group, address) { return native.leave(this.#number, group, address); }
  addSourceSpecificMembership(source, group, address) { return native.join(this.#number, group, address, source); }
  dropSourceSpecificMembership(source, group, address) { return native.leave(this.#number, group, address, source); }
  bufferSize(bytes, isReceiving) { return native.bufferSize(this.#number, bytes, isReceiving); }
}

// `{ address, family, port }`, or a negative errno.
function addressOf(found) {
  return typeof found === 'number' ? found : { address: found[0], family: found[1], port: found[2] };
}

// Whoever has the handles that keep the program running.
function forEachActive(visit) {
  SetPrototypeForEach(handles, (handle) => {
    if (handle.isClosed || handle.hasRef()) visit(handle[owner] ?? handle, handle.getAsyncId());
  });
}

module.exports = { UDP, forEachActive, owner };
