"""Accepting connections."""

import errno
import socket
from asyncio import constants, trsock
from asyncio.log import logger

_IP_TRANSPARENT = 19
_OUT_OF_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Serving:
    """The part of the loop that `asyncio.Server` asks to accept connections."""

    # Of whom a connection was accepted last.
    _last_host = None

    def _start_serving(self, protocol_factory, sock, sslcontext=None, server=None, backlog=100, *timeouts):
        self._add_reader(
            sock.fileno(), self._accept, protocol_factory, sock, sslcontext, server, backlog, timeouts
        )

    def _stop_serving(self, sock):
        self._remove_reader(sock.fileno())
        sock.close()

    def _accept(self, protocol_factory, sock, sslcontext, server, backlog, timeouts):
        # As many as may wait: one readiness can stand for many connections.
        accept, sockname = _accept_by(sock), _name_of_all(sock)
        for _ in range(max(backlog, 1)):
            try:
                conn, address = accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in _OUT_OF_RESOURCES:
                    raise
                # The socket stays ready: wait until somebody has closed something.
                self.call_exception_handler(
                    {
                        "message": "socket.accept() out of system resource",
                        "exception": error,
                        "socket": trsock.TransportSocket(sock),
                    }
                )
                self._remove_reader(sock.fileno())
                again = (protocol_factory, sock, sslcontext, server, backlog, *timeouts)
                self.call_later(constants.ACCEPT_RETRY_DELAY, self._start_serving, *again)
                return
            if len(address) == 2 and type(address) is tuple:
                # Many come from one host, as a proxy does: its name is one object then.
                if address[0] == self._last_host:
                    address = self._last_host, address[1]
                else:
                    self._last_host = address[0]
            if self._debug:
                logger.debug("%r got a new connection from %r: %r", server, address, conn)
            conn.setblocking(False)
            extra = (address, sockname)
            if sslcontext:
                self.create_task(
                    self._serve_tls(protocol_factory, conn, extra, sslcontext, server, timeouts)
                )
            else:
                # There is nothing to wait for, and so no need of a task.
                self.call_soon(self._serve, protocol_factory, conn, extra, server)

    def _serve(self, protocol_factory, conn, extra, server):
        protocol = None
        try:
            protocol = protocol_factory()
            self._make_socket_transport(conn, protocol, extra=extra, server=server)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            conn.close()
            self._serving_failed(error, protocol, None)

    async def _serve_tls(self, protocol_factory, conn, extra, sslcontext, server, timeouts):
        protocol = transport = None
        try:
            protocol = protocol_factory()
            waiter = self.create_future()
            names = ("ssl_handshake_timeout", "ssl_shutdown_timeout")
            transport = self._make_ssl_transport(
                conn,
                protocol,
                sslcontext,
                waiter=waiter,
                server_side=True,
                extra=extra,
                server=server,
                **dict(zip(names, timeouts)),
            )
            try:
                await waiter
            except BaseException:
                transport.close()
                raise
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._serving_failed(error, protocol, transport)

    def _serving_failed(self, error, protocol, transport):
        if self._debug:
            context = {
                "message": "Error on transport creation for incoming connection",
                "exception": error,
            }
            if protocol is not None:
                context["protocol"] = protocol
            if transport is not None:
                context["transport"] = transport
            self.call_exception_handler(context)


def _accept_by(sock):
    """How a socket accepts. Python's own asks it for its kind each time anew."""
    if type(sock) is not socket.socket:
        return sock.accept
    family, kind, proto = sock.family, sock.type, sock.proto

    def accept():
        fd, address = sock._accept()
        return socket.socket(family, kind, proto, fileno=fd), address

    return accept


def _name_of_all(sock):
    """The own address of all connections that a socket accepts, if it has one: if it listens at one address, and the kernel is
    not asked to take in what is for others (ip(7), `IP_TRANSPARENT`)."""
    if sock.family == socket.AF_INET:
        name = sock.getsockname()
        if name[0] != "0.0.0.0" and not sock.getsockopt(socket.IPPROTO_IP, _IP_TRANSPARENT):
            return name
    return None
