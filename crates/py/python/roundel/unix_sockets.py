"""Unix sockets: connecting and serving by a path."""

import os
import sys
from asyncio import unix_events
from asyncio.log import logger


class UnixSockets:
    """The part of the loop that knows sockets in the file system: asyncio's own methods, and the end of a server's file."""

    create_unix_connection = unix_events.SelectorEventLoop.create_unix_connection
    if sys.version_info >= (3, 13):
        create_unix_server = unix_events.SelectorEventLoop.create_unix_server
    else:

        async def create_unix_server(self, protocol_factory, path=None, *, cleanup_socket=False, **options):
            """As in asyncio, with an option that it has since 3.13: whether the socket's file goes with the server."""
            create = unix_events.SelectorEventLoop.create_unix_server
            server = await create(self, protocol_factory, path, **options)
            if cleanup_socket:
                for sock in server._sockets:
                    self._note_socket_file(sock)
            return server

        def _note_socket_file(self, sock):
            path = sock.getsockname()
            # Abstract ones have no file.
            if path and path[0] not in (0, "\0"):
                try:
                    self._unix_server_sockets[sock] = os.stat(path).st_ino
                except OSError as error:
                    logger.error("Unable to stat UNIX socket %r: %r", path, error)

    def _stop_serving(self, sock):
        inode = self._unix_server_sockets.pop(sock, None)
        path = sock.getsockname() if inode is not None else None
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
