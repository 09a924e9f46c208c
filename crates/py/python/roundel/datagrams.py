"""Transports of datagram sockets."""

import asyncio
import collections
import contextvars
import sys
import warnings
from asyncio import constants, transports, trsock
from asyncio.log import logger

from .contexts import run_in

_WOULD_BLOCK = (BlockingIOError, InterruptedError)
_SENDS_EMPTY = sys.version_info >= (3, 13)


class DatagramTransport(transports._FlowControlMixin, asyncio.DatagramTransport):
    """The transport of a datagram socket."""

    _max_size = 256 * 1024

    def __init__(self, loop, sock, protocol, address=None, waiter=None, extra=None):
        super().__init__(extra, loop)
        self._sock = None
        self._extra["socket"] = trsock.TransportSocket(sock)
        try:
            self._extra["sockname"] = sock.getsockname()
        except OSError:
            self._extra["sockname"] = None
        if "peername" not in self._extra:
            try:
                self._extra["peername"] = sock.getpeername()
            except OSError:
                self._extra["peername"] = None
        self._sock = sock
        self._sock_fd = sock.fileno()
        self._protocol = protocol
        self._address = address
        self._closing = False
        self._paused = False
        self._lost = 0
        self._buffer = collections.deque()
        self._buffer_size = 0
        self._context = contextvars.copy_context()
        loop._datagram_transports[self._sock_fd] = self
        loop.call_soon(protocol.connection_made, self, context=self._context)
        loop.call_soon(self._start, context=self._context)
        if waiter is not None:
            loop.call_soon(asyncio.futures._set_result_unless_cancelled, waiter, None)

    def __repr__(self):
        info = [type(self).__name__]
        if self._sock is None:
            info.append("closed")
        elif self._closing:
            info.append("closing")
        info.append(f"fd={self._sock_fd}")
        return f"<{' '.join(info)}>"

    def __del__(self, _warn=warnings.warn):
        if self._sock is not None:
            _warn(f"unclosed transport {self!r}", ResourceWarning, source=self)
            self._sock.close()

    def set_protocol(self, protocol):
        self._protocol = protocol

    def get_protocol(self):
        return self._protocol

    def is_closing(self):
        return self._closing

    def get_write_buffer_size(self):
        return self._buffer_size

    def sendto(self, data, addr=None):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            name = type(data).__name__
            raise TypeError(f"data argument must be a bytes-like object, not {name!r}")
        if not data and not _SENDS_EMPTY:
            return
        if self._address:
            if addr not in (None, self._address):
                raise ValueError(f"Invalid address: must be None or {self._address}")
            addr = self._address
        if self._lost and (self._address or self._sock is None):
            if self._lost >= constants.LOG_THRESHOLD_FOR_CONNLOST_WRITES:
                logger.warning("socket.send() raised exception.")
            self._lost += 1
            return
        if not self._buffer:
            try:
                self._send(data, addr)
                return
            except _WOULD_BLOCK:
                self._loop._add_writer(self._sock_fd, self._send_ready)
            except OSError as error:
                run_in(self._context, self._protocol.error_received, error)
                return
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:
                self._fatal_error(error, "Fatal write error on datagram transport")
                return
        self._buffer.append((bytes(data), addr))
        self._buffer_size += len(data)
        run_in(self._context, self._maybe_pause_protocol)

    def close(self):
        if self._closing:
            return
        self._closing = True
        self._loop._remove_reader(self._sock_fd)
        if not self._buffer:
            self._lost += 1
            self._loop._remove_writer(self._sock_fd)
            self._loop.call_soon(self._call_connection_lost, None, context=self._context)

    def abort(self):
        self._force_close(None)

    def _start(self):
        if not self._closing:
            self._loop._add_reader(self._sock_fd, self._read_ready)

    def _send(self, data, addr):
        # The other end of an unnamed pair has a name too, which is empty.
        if self._extra["peername"] is not None:
            self._sock.send(data)
        else:
            self._sock.sendto(data, addr)

    def _read_ready(self):
        if self._lost:
            return
        try:
            data, addr = self._sock.recvfrom(self._max_size)
        except _WOULD_BLOCK:
            pass
        except OSError as error:
            self._protocol.error_received(error)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, "Fatal read error on datagram transport")
        else:
            self._protocol.datagram_received(data, addr)

    def _send_ready(self):
        while self._buffer:
            data, addr = self._buffer[0]
            try:
                self._send(data, addr)
            except _WOULD_BLOCK:
                break
            except OSError as error:
                self._drop_first()
                self._protocol.error_received(error)
                return
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:
                self._fatal_error(error, "Fatal write error on datagram transport")
                return
            self._drop_first()
        self._maybe_resume_protocol()
        if not self._buffer:
            self._loop._remove_writer(self._sock_fd)
            if self._closing:
                self._call_connection_lost(None)

    def _drop_first(self):
        data, _ = self._buffer.popleft()
        self._buffer_size -= len(data)

    def _fatal_error(self, exc, message="Fatal error on transport"):
        if isinstance(exc, OSError):
            if self._loop.get_debug():
                logger.debug("%r: %s", self, message, exc_info=True)
        else:
            self._loop.call_exception_handler(
                {
                    "message": message,
                    "exception": exc,
                    "transport": self,
                    "protocol": self._protocol,
                }
            )
        self._force_close(exc)

    def _force_close(self, exc):
        if self._lost:
            return
        if self._buffer:
            self._buffer.clear()
            self._buffer_size = 0
            self._loop._remove_writer(self._sock_fd)
        if not self._closing:
            self._closing = True
            self._loop._remove_reader(self._sock_fd)
        self._lost += 1
        self._loop.call_soon(self._call_connection_lost, exc, context=self._context)

    def _call_connection_lost(self, exc):
        try:
            self._protocol.connection_lost(exc)
        finally:
            self._sock.close()
            self._sock = None
            self._protocol = None
            self._loop = None


class Datagrams:
    """The part of the loop that makes the transports of datagram sockets."""

    def _make_datagram_transport(self, sock, protocol, address=None, waiter=None, extra=None):
        self._ensure_fd_no_transport(sock)
        return DatagramTransport(self, sock, protocol, address, waiter, extra)
