"""Transports of connected sockets, with and without TLS.

The busy half of `SocketTransport` is native (`src/stream.rs`): writing, reading, flow control. Here is how a connection
begins and ends.
"""

import _socket
import asyncio
import functools
import inspect
import socket
import ssl
import sys
import warnings
from asyncio import constants, transports, trsock
from asyncio.log import logger

from ._roundel import Stream, setup_transports
from .tls import SSLProtocol, gives_buffers

_INTERNET = (int(socket.AF_INET), int(socket.AF_INET6))
_STREAM = int(socket.SOCK_STREAM)
# As numbers: the properties of Python's class look up their names each time.
_family_of = _socket.socket.family.__get__
_type_of = _socket.socket.type.__get__

# Since 3.12.1 a server is told which transport comes and goes.
_SERVER_WANTS_TRANSPORT = len(inspect.signature(asyncio.Server._attach).parameters) > 1


class SocketTransport(transports._FlowControlMixin):
    """The transport of a stream socket."""

    # Programs set attributes of their own, and replace methods of one transport, as on asyncio's.
    __slots__ = ("_stream", "_sock", "_server", "__dict__", "__weakref__")

    # In the places that the mixin has for its state, which is in the stream.
    _sockname = transports._FlowControlMixin._low_water
    _peername = transports._FlowControlMixin._high_water
    _closed_sock = transports._FlowControlMixin._protocol_paused

    _sendfile_compatible = constants._SendfileMode.TRY_NATIVE
    _start_tls_compatible = True

    def __init__(self, loop, sock, protocol, waiter=None, extra=None, server=None):
        # Not by the mixin, whose state is in the stream.
        self._loop = loop
        self._stream = None
        self._sock = sock
        self._closed_sock = None
        self._server = None
        if type(extra) is tuple:
            # What the server knows of a connection: most ask for nothing else.
            _set_extra(self, None)
            self._peername, self._sockname = extra
            if self._sockname is None:
                self._sockname = _name_or_none(sock.getsockname)
        else:
            _set_extra(self, {} if extra is None else extra)
            for name, ask in (("sockname", sock.getsockname), ("peername", sock.getpeername)):
                if name not in self._extra:
                    self._extra[name] = _name_or_none(ask)
        self._stream = Stream(loop, self, sock.fileno())
        self.set_protocol(protocol)
        if server is not None:
            server._attach(self) if _SERVER_WANTS_TRANSPORT else server._attach()
            # Not before: a server that is closed refuses, and has nothing to be detached from.
            self._server = server
        self._stream.enter()
        if isinstance(sock, _socket.socket) and _family_of(sock) in _INTERNET and _type_of(sock) == _STREAM:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._stream.set_tcp()
        loop.call_soon(protocol.connection_made, self)
        loop.call_soon(self._stream.start)
        if waiter is not None:
            loop.call_soon(asyncio.futures._set_result_unless_cancelled, waiter, None)

    def __repr__(self):
        info = [type(self).__name__]
        if self._sock is None:
            info.append("closed")
        elif self.is_closing():
            info.append("closing")
        info.append(f"fd={self._sock_fd}")
        if self._loop is not None and not self._loop.is_closed():
            info.append(f"read={'polling' if self.is_reading() else 'idle'}")
            size = self.get_write_buffer_size()
            info.append(f"write=<{'polling' if size else 'idle'}, bufsize={size}>")
        return f"<{' '.join(info)}>"

    def get_extra_info(self, name, default=None):
        if name == "socket" and "socket" not in self._extra:
            # Also of a closed transport.
            sock = self._closed_sock if self._sock is None else self._sock
            self._extra["socket"] = trsock.TransportSocket(sock)
        return self._extra.get(name, default)

    @property
    def _extra(self):
        extra = _get_extra(self)
        if extra is None:
            extra = {"sockname": self._sockname, "peername": self._peername}
            _set_extra(self, extra)
        return extra

    def set_protocol(self, protocol):
        self._stream.set_protocol(protocol, gives_buffers(protocol))

    @property
    def _sock_fd(self):
        return self._stream.number

    @property
    def _protocol(self):
        return self._stream.protocol

    @property
    def _closing(self):
        return self._stream.closing

    @property
    def _read_ready_cb(self):
        # What reads; nothing does for a transport that closes.
        return None if self._stream.closing else self._stream

    @property
    def _paused(self):
        return not self._stream.closing and not self._stream.is_reading

    @property
    def _protocol_paused(self):
        return self._stream.protocol_paused

    def is_reading(self):
        return self._stream.is_reading

    def can_write_eof(self):
        return True

    def write_eof(self):
        self._stream.write_eof()

    def abort(self):
        self._force_close(None)

    def get_write_buffer_limits(self):
        return self._stream.limits

    def set_write_buffer_limits(self, high=None, low=None):
        if high is None:
            high = 64 * 1024 if low is None else 4 * low
        if low is None:
            low = high // 4
        if not high >= low >= 0:
            raise ValueError(f"high ({high!r}) must be >= low ({low!r}) must be >= 0")
        # A limit need not be whole; sizes are.
        self._stream.set_limits(int(min(low, sys.maxsize)), int(min(high, sys.maxsize)))

    def __del__(self, _warn=warnings.warn):
        if self._sock is not None:
            _warn(f"unclosed transport {self!r}", ResourceWarning, source=self)
            self._sock.close()
            self._detach_from_server()

    def _detach_from_server(self):
        server, self._server = self._server, None
        if server is not None:
            server._detach(self) if _SERVER_WANTS_TRANSPORT else server._detach()

    def _fatal_error(self, exc, message="Fatal error on transport"):
        if isinstance(exc, OSError):
            if self._loop.get_debug():
                logger.debug("%r: %s", self, message, exc_info=exc)
        else:
            self._report(exc, message)
        self._force_close(exc)

    def _force_close(self, exc):
        self._stream.force_close(exc)

    def _report(self, exc, message):
        self._loop.call_exception_handler(
            {
                "message": message,
                "exception": exc,
                "transport": self,
                "protocol": self._stream.protocol,
            }
        )

    def _protocol_failed(self, exc, method):
        self._report(exc, f"protocol.{method}() failed")

    def _call_connection_lost(self, exc):
        stream, drained = self._stream, self._stream.drained
        try:
            stream.protocol.connection_lost(exc)
        finally:
            stream.release()
            self._sock.close()
            self._closed_sock, self._sock = self._sock, None
            self._loop = None
            self._detach_from_server()
            if drained is not None and not drained.done():
                drained.set_exception(ConnectionError("Connection is closed by peer"))

    def _make_empty_waiter(self):
        if self._stream.drained is not None:
            raise RuntimeError("Empty waiter is already set")
        future = self._loop.create_future()
        if not self._stream.output_size:
            future.set_result(None)
        self._stream.drained = future
        return future

    def _reset_empty_waiter(self):
        self._stream.drained = None


setup_transports(SocketTransport)

# Where asyncio's class has it; here it is made when somebody asks.
_get_extra = asyncio.BaseTransport._extra.__get__
_set_extra = asyncio.BaseTransport._extra.__set__


def _name_or_none(ask):
    try:
        return ask()
    except OSError:
        return None


class Transports:
    """The part of the loop that makes transports."""

    @functools.cached_property
    def _tls_view(self):
        return memoryview(self._tls_buffer)

    @functools.cached_property
    def _tls_buffer(self):
        return bytearray(SSLProtocol.max_size)

    def _make_socket_transport(self, sock, protocol, waiter=None, *, extra=None, server=None):
        self._ensure_fd_no_transport(sock)
        return SocketTransport(self, sock, protocol, waiter, extra, server)

    def _make_ssl_transport(
        self,
        rawsock,
        protocol,
        sslcontext,
        waiter=None,
        *,
        server_side=False,
        server_hostname=None,
        extra=None,
        server=None,
        ssl_handshake_timeout=None,
        ssl_shutdown_timeout=None,
        **more,
    ):
        self._ensure_fd_no_transport(rawsock)
        tls = SSLProtocol(
            self,
            protocol,
            sslcontext,
            waiter,
            server_side,
            server_hostname,
            ssl_handshake_timeout=ssl_handshake_timeout,
            ssl_shutdown_timeout=ssl_shutdown_timeout,
            **more,
        )
        SocketTransport(self, rawsock, tls, extra=extra, server=server)
        return tls._app_transport

    async def start_tls(
        self,
        transport,
        protocol,
        sslcontext,
        *,
        server_side=False,
        server_hostname=None,
        ssl_handshake_timeout=None,
        ssl_shutdown_timeout=None,
    ):
        """Goes on over TLS. The answer is the transport to use from here on."""
        if not isinstance(sslcontext, ssl.SSLContext):
            raise TypeError(f"sslcontext is expected to be an instance of ssl.SSLContext, got {sslcontext!r}")
        if not getattr(transport, "_start_tls_compatible", False):
            raise TypeError(f"transport {transport!r} is not supported by start_tls()")
        waiter = self.create_future()
        tls = SSLProtocol(
            self,
            protocol,
            sslcontext,
            waiter,
            server_side,
            server_hostname,
            call_connection_made=False,
            ssl_handshake_timeout=ssl_handshake_timeout,
            ssl_shutdown_timeout=ssl_shutdown_timeout,
        )
        # Nothing may come in before the handshake can take it. What a stream has taken already belongs to it.
        transport.pause_reading()
        reader = getattr(protocol, "_stream_reader", None) if server_side else None
        if isinstance(protocol, asyncio.StreamReaderProtocol) and reader is not None and reader._buffer:
            tls._incoming.write(reader._buffer)
            reader._buffer.clear()
        transport.set_protocol(tls)
        steps = (
            self.call_soon(tls.connection_made, transport),
            self.call_soon(transport.resume_reading),
        )
        try:
            await waiter
        except BaseException:
            transport.close()
            for step in steps:
                step.cancel()
            raise
        return tls._app_transport

    def _ensure_fd_no_transport(self, fd):
        number = fd
        if not isinstance(number, int):
            try:
                number = int(fd.fileno())
            except (AttributeError, TypeError, ValueError):
                raise ValueError(f"Invalid file object: {fd!r}") from None
        transport = self._transport_at(number)
        if transport is None and self._datagram_transports:
            transport = self._datagram_transports.get(number)
        if transport is not None and not transport.is_closing():
            raise RuntimeError(f"File descriptor {fd!r} is used by transport {transport!r}")

    async def _sendfile_native(self, transport, file, offset, count):
        transport._stream.leave()
        was_reading = transport.is_reading()
        transport.pause_reading()
        await transport._make_empty_waiter()
        try:
            return await self.sock_sendfile(transport._sock, file, offset, count, fallback=False)
        finally:
            transport._reset_empty_waiter()
            if was_reading:
                transport.resume_reading()
            transport._stream.enter()
