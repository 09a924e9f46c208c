"""TLS: asyncio's protocol over our transports, with shorter ways for what happens most.

The user's own `ssl.SSLContext` does all cryptography, so every setting of it holds. Shorter are, once the handshake is over:
reading, which asks OpenSSL no further when it knows that there is nothing left, where asyncio lets it raise an exception for
each message; and writing, which goes past the backlog when there is none. Incoming bytes land in one buffer per loop.

Otherwise it differs in three points. Who has closed a transport hears no more data, and what the other side still sends is no
error. What comes right after the handshake of `start_tls` is told when its caller has had the chance to take the transport.
Calls that a protocol gets because somebody writes or resumes are made in the context of the connection.
"""

import contextvars
import ssl
from asyncio import protocols, sslproto

from .contexts import run_in

_WRAPPED = sslproto.SSLProtocolState.WRAPPED
_SHUTDOWN = sslproto.SSLProtocolState.SHUTDOWN
_NOT_MADE = sslproto.AppProtocolState.STATE_INIT
_AGAIN = (ssl.SSLWantReadError, ssl.SSLSyscallError)
# One record: OpenSSL never gives more at once.
_RECORD = 16 * 1024


def gives_buffers(protocol):
    """Whether a protocol wants its own buffers filled. What is neither kind by its class is taken for what it can do."""
    return isinstance(protocol, protocols.BufferedProtocol) or (
        not isinstance(protocol, protocols.Protocol) and hasattr(protocol, "get_buffer")
    )


class SSLTransport(sslproto._SSLProtocolTransport):
    """The transport that protocols over TLS see."""

    def write(self, data):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data: expecting a bytes-like instance, got {type(data).__name__}")
        if data:
            self._ssl_protocol._write_one(data)


class SSLProtocol(sslproto.SSLProtocol):
    """Between a socket's transport and a protocol over TLS."""

    def __init__(self, loop, *args, **kwargs):
        super().__init__(loop, *args, **kwargs)
        self._ssl_buffer = loop._tls_buffer
        self._ssl_buffer_view = loop._tls_view
        # Python's own object is a shell around this one.
        self._ssl = self._sslobj._sslobj
        self._context = contextvars.copy_context()
        self._reads_later = False

    def _set_app_protocol(self, app_protocol):
        super()._set_app_protocol(app_protocol)
        if not self._app_protocol_is_buffer and gives_buffers(app_protocol):
            self._app_protocol_get_buffer = app_protocol.get_buffer
            self._app_protocol_buffer_updated = app_protocol.buffer_updated
            self._app_protocol_is_buffer = True

    def _get_app_transport(self):
        if self._app_transport is None:
            if self._app_transport_created:
                raise RuntimeError("Creating _SSLProtocolTransport twice")
            self._app_transport = SSLTransport(self._loop, self)
            self._app_transport_created = True
        return self._app_transport

    def _on_handshake_complete(self, handshake_exc):
        self._reads_later = self._app_state is not _NOT_MADE
        super()._on_handshake_complete(handshake_exc)

    def _do_read(self):
        if self._reads_later:
            self._reads_later = False
            self._loop.call_soon(self._do_read)
        else:
            super()._do_read()

    def _do_flush(self):
        if self._app_transport is None or not self._app_transport.is_closing():
            super()._do_flush()
            return
        try:
            self._discard()
            if self._write_backlog:
                self._do_write()
            else:
                self._process_outgoing()
            self._control_ssl_reading()
        except Exception as error:
            self._fatal_error(error, "Fatal error on SSL protocol")
        else:
            self._set_state(_SHUTDOWN)
            self._do_shutdown()

    def _do_shutdown(self):
        try:
            self._discard()
        except ssl.SSLError as error:
            self._on_shutdown_complete(error)
        else:
            super()._do_shutdown()

    def _discard(self):
        """What has come in for a protocol that hears no more data, and would be taken for an error by OpenSSL's goodbye."""
        try:
            while self._ssl.read(_RECORD):
                pass
        except _AGAIN:
            return
        except ssl.SSLZeroReturnError:
            # As the empty answer: the other side has said goodbye, and so have we.
            pass
        self._call_eof_received()

    def _resume_reading(self):
        run_in(self._context, super()._resume_reading)

    def _control_app_writing(self):
        size = self._get_write_buffer_size()
        if size <= self._outgoing_low_water if self._app_writing_paused else size >= self._outgoing_high_water:
            run_in(self._context, super()._control_app_writing)

    def get_buffer(self, n):
        return self._ssl_buffer_view

    def buffer_updated(self, nbytes):
        if self._state is not _WRAPPED or self._app_reading_paused or self._app_protocol_is_buffer or self._reads_later:
            super().buffer_updated(nbytes)
            return
        self._incoming.write(self._ssl_buffer_view[:nbytes])
        try:
            self._read_messages()
            if self._write_backlog:
                self._do_write()
            elif self._outgoing.pending or self._app_writing_paused:
                self._process_outgoing()
            if self._incoming.pending or self._ssl_reading_paused:
                self._control_ssl_reading()
        except Exception as error:
            self._fatal_error(error, "Fatal error on SSL protocol")

    def _read_messages(self):
        read, incoming = self._ssl.read, self._incoming
        chunks, ended = [], False
        try:
            while True:
                chunk = read(_RECORD)
                if not chunk:
                    ended = True
                    break
                chunks.append(chunk)
                if not incoming.pending and not self._ssl.pending():
                    break
        except _AGAIN:
            pass
        if chunks:
            data = chunks[0] if len(chunks) == 1 else b"".join(chunks)
            self._app_protocol.data_received(data)
        if ended:
            # The other side has said goodbye.
            self._call_eof_received()
            self._start_shutdown()

    def _write_one(self, data):
        if self._state is not _WRAPPED or self._write_backlog or self._ssl_writing_paused:
            self._write_appdata((data,))
            return
        try:
            try:
                sent = self._ssl.write(data)
            except _AGAIN:
                sent = 0
            if sent < len(data):
                self._write_appdata((memoryview(data)[sent:],))
                return
            self._transport.write(self._outgoing.read())
            if self._app_writing_paused:
                self._control_app_writing()
        except Exception as error:
            self._fatal_error(error, "Fatal error on SSL protocol")
