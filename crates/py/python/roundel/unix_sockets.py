"""Unix sockets: connecting and serving by a path."""

import asyncio
import errno
import os
import socket
import stat
import sys
from asyncio import base_events
from asyncio.log import logger


class UnixSockets:
    """The part of the loop that knows sockets in the file system."""

    async def create_unix_connection(
        self,
        protocol_factory,
        path=None,
        *,
        ssl=None,
        sock=None,
        server_hostname=None,
        ssl_handshake_timeout=None,
        ssl_shutdown_timeout=None,
    ):
        if ssl and server_hostname is None:
            raise ValueError("you have to pass server_hostname when using ssl")
        if not ssl:
            _refuse_without_ssl(
                server_hostname=server_hostname,
                ssl_handshake_timeout=ssl_handshake_timeout,
                ssl_shutdown_timeout=ssl_shutdown_timeout,
            )
        _check_one_of(path, sock, "no path and sock were specified")
        if sock is None:
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0)
            try:
                sock.setblocking(False)
                await self.sock_connect(sock, os.fspath(path))
            except BaseException:
                sock.close()
                raise
        else:
            sock.setblocking(False)
        return await self._create_connection_transport(
            sock,
            protocol_factory,
            ssl,
            server_hostname,
            ssl_handshake_timeout=ssl_handshake_timeout,
            ssl_shutdown_timeout=ssl_shutdown_timeout,
        )

    async def create_unix_server(
        self,
        protocol_factory,
        path=None,
        *,
        sock=None,
        backlog=100,
        ssl=None,
        ssl_handshake_timeout=None,
        ssl_shutdown_timeout=None,
        start_serving=True,
        cleanup_socket=sys.version_info >= (3, 13),
    ):
        if isinstance(ssl, bool):
            raise TypeError("ssl argument must be an SSLContext or None")
        if not ssl:
            _refuse_without_ssl(
                ssl_handshake_timeout=ssl_handshake_timeout,
                ssl_shutdown_timeout=ssl_shutdown_timeout,
            )
        _check_one_of(path, sock, "path was not specified, and no sock specified")
        if sock is None:
            sock = _bind(os.fspath(path))
        sock.setblocking(False)
        server = base_events.Server(
            self, [sock], protocol_factory, ssl, backlog, ssl_handshake_timeout, ssl_shutdown_timeout
        )
        if cleanup_socket:
            self._note_socket_file(sock)
        if start_serving:
            server._start_serving()
            # Whoever waits for the server finds it listening.
            await asyncio.sleep(0)
        return server

    def _note_socket_file(self, sock):
        path = sock.getsockname()
        if isinstance(path, str) and path and path[0] != "\0":
            try:
                self._socket_files[sock] = path, os.stat(path).st_ino
            except OSError as error:
                logger.error("Unable to stat UNIX socket %r: %r", path, error)

    def _stop_serving(self, sock):
        path, inode = self._socket_files.pop(sock, (None, None))
        super()._stop_serving(sock)
        if path is not None:
            try:
                # Another server may have taken the place.
                if os.stat(path).st_ino == inode:
                    os.unlink(path)
            except FileNotFoundError:
                pass
            except OSError as error:
                logger.error("Unable to clean up listening UNIX socket %r: %r", path, error)


def _refuse_without_ssl(**options):
    for name, value in options.items():
        if value is not None:
            raise ValueError(f"{name} is only meaningful with ssl")


def _check_one_of(path, sock, neither):
    if path is not None and sock is not None:
        raise ValueError("path and sock can not be specified at the same time")
    if path is None:
        if sock is None:
            raise ValueError(neither)
        if sock.family != socket.AF_UNIX or sock.type != socket.SOCK_STREAM:
            raise ValueError(f"A UNIX Domain Stream Socket was expected, got {sock!r}")


def _bind(path):
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    if path[0] not in (0, "\0"):
        # A socket that nobody serves any more is in the way.
        try:
            if stat.S_ISSOCK(os.stat(path).st_mode):
                os.remove(path)
        except FileNotFoundError:
            pass
        except OSError as error:
            logger.error("Unable to check or remove stale UNIX socket %r: %r", path, error)
    try:
        sock.bind(path)
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            message = f"Address {path!r} is already in use"
            raise OSError(errno.EADDRINUSE, message) from None
        raise
    except BaseException:
        sock.close()
        raise
    return sock
