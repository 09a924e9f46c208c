"""`sock_*`: operations on sockets that the caller owns."""

import socket
from asyncio import base_events, unix_events

_WOULD_BLOCK = (BlockingIOError, InterruptedError)


class Sockets:
    """The part of the loop that works with sockets directly.

    `sock_recv`, `sock_recv_into` and `sock_sendall` are native for plain sockets; here is what they do for others.
    """

    async def _sock_recv(self, sock, n):
        self._check_socket(sock)
        return await self._when_readable(sock, "recv", n)

    async def _sock_recv_into(self, sock, buf):
        self._check_socket(sock)
        return await self._when_readable(sock, "recv_into", buf)

    async def sock_recvfrom(self, sock, bufsize):
        self._check_socket(sock)
        return await self._when_readable(sock, "recvfrom", bufsize)

    async def sock_recvfrom_into(self, sock, buf, nbytes=0):
        self._check_socket(sock)
        return await self._when_readable(sock, "recvfrom_into", buf, nbytes or len(buf))

    async def sock_accept(self, sock):
        self._check_socket(sock)
        conn, address = await self._when_readable(sock, "accept")
        conn.setblocking(False)
        return conn, address

    async def _sock_sendall(self, sock, data):
        self._check_socket(sock)
        try:
            sent = sock.send(data)
        except _WOULD_BLOCK:
            sent = 0
        if sent == len(data):
            return
        rest = memoryview(data)[sent:]

        def send_rest():
            nonlocal rest
            rest = rest[sock.send(rest) :]
            if rest:
                raise BlockingIOError

        await self._wait_for(sock, self._add_writer, self._remove_writer, send_rest)

    async def sock_sendto(self, sock, data, address):
        self._check_socket(sock)
        return await self._when_writable(sock, "sendto", data, address)

    async def sock_connect(self, sock, address):
        self._check_socket(sock)
        if sock.family in (socket.AF_INET, socket.AF_INET6):
            resolved = await self._ensure_resolved(
                address, family=sock.family, type=sock.type, proto=sock.proto, loop=self
            )
            address = resolved[0][4]
        try:
            sock.connect(address)
            return
        except _WOULD_BLOCK:
            pass

        def connected():
            error = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if error:
                raise OSError(error, f"Connect call failed {address}")

        await self._wait_for(sock, self._add_writer, self._remove_writer, connected)

    # asyncio's own, which needs a loop that watches descriptors and nothing else.
    _sock_sendfile_native = unix_events.SelectorEventLoop._sock_sendfile_native
    _sock_sendfile_native_impl = unix_events.SelectorEventLoop._sock_sendfile_native_impl
    _sock_sendfile_update_filepos = unix_events.SelectorEventLoop._sock_sendfile_update_filepos
    _sock_add_cancellation_callback = unix_events.SelectorEventLoop._sock_add_cancellation_callback

    def _check_socket(self, sock):
        base_events._check_ssl_socket(sock)
        if self._debug and sock.gettimeout() != 0:
            raise ValueError("the socket must be non-blocking")

    async def _when_readable(self, sock, method, *args):
        try:
            return getattr(sock, method)(*args)
        except _WOULD_BLOCK:
            def again():
                return getattr(sock, method)(*args)

            return await self._wait_for(sock, self._add_reader, self._remove_reader, again)

    async def _when_writable(self, sock, method, *args):
        try:
            return getattr(sock, method)(*args)
        except _WOULD_BLOCK:
            def again():
                return getattr(sock, method)(*args)

            return await self._wait_for(sock, self._add_writer, self._remove_writer, again)

    async def _wait_for(self, sock, add, remove, operation):
        """Tries an operation whenever the socket is ready, until it does not say that it would block."""
        future = self.create_future()
        fd = sock.fileno()
        self._ensure_fd_no_transport(fd)

        def ready():
            if future is None or future.done():
                return
            try:
                result = operation()
            except _WOULD_BLOCK:
                return
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        handle = add(fd, ready)
        # If its owner closes the socket, it is closed when this is over: its number is nobody else's while it is watched.
        holds = issubclass(type(sock), socket.socket)
        if holds:
            sock._io_refs += 1
            self._held_sockets.append(sock)

        def done(_):
            # Somebody else may watch the descriptor by now.
            if not handle.cancelled():
                remove(fd)
            if holds and sock in self._held_sockets:
                self._held_sockets.remove(sock)
                sock._decref_socketios()

        future.add_done_callback(done)
        try:
            return await future
        finally:
            # An exception knows this frame: the future that has it must not be in it.
            future = None
