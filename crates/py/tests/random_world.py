"""What random programs do with the world: each scene takes the world's time, and is over before the next one begins.

Who is told what first, of two ends of one connection, is the kernel's affair, and so is how much comes at once. What each end
is told, and in which order, is the loop's: every end has a list of its own, in which data that comes in several pieces is one
entry, and a scene ends with the lists one after another.
"""

import asyncio
import functools
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile


@functools.cache
def certificate():
    """The contexts of a server and of its clients."""
    with tempfile.TemporaryDirectory() as folder:
        key, cert = f"{folder}/key", f"{folder}/cert"
        command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost"
        subprocess.run([*command.split(), "-keyout", key, "-out", cert], check=True, capture_output=True)
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.load_cert_chain(cert, key)
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_mode = ssl.CERT_NONE
    return server, client


class End:
    """One end of a connection, which notes what it is told."""

    def __init__(self, loop, keeps_open=False):
        self.told = []
        self.received = 0
        self.keeps_open = keeps_open
        self.made, self.ended, self.lost = (loop.create_future() for _ in range(3))

    def connection_made(self, transport):
        self.transport = transport
        self.told.append("made")
        self.made.set_result(None)

    def count(self, size):
        self.received += size
        if self.told[-1] != "data":
            self.told.append("data")

    def eof_received(self):
        self.told.append("eof")
        self.ended.done() or self.ended.set_result(None)
        return self.keeps_open

    def pause_writing(self):
        self.told.append("pause")

    def resume_writing(self):
        self.told.append("resume")

    def connection_lost(self, error):
        self.told.append(f"lost {type(error).__name__}")
        self.ended.done() or self.ended.set_result(None)
        self.lost.set_result(None)


class PlainEnd(End, asyncio.Protocol):
    def data_received(self, data):
        self.count(len(data))


class BufferedEnd(End, asyncio.BufferedProtocol):
    def __init__(self, loop, keeps_open=False, size=1000):
        super().__init__(loop, keeps_open)
        self.buffer = bytearray(size)

    def get_buffer(self, hint):
        return self.buffer

    def buffer_updated(self, size):
        self.count(size)


class FailingEnd(PlainEnd):
    """Raises an error where it is told to."""

    def __init__(self, loop, where):
        super().__init__(loop)
        self.where = where

    def connection_made(self, transport):
        super().connection_made(transport)
        self.maybe_fail("connection_made")

    def data_received(self, data):
        super().data_received(data)
        self.maybe_fail("data_received")

    def eof_received(self):
        super().eof_received()
        self.maybe_fail("eof_received")

    def connection_lost(self, error):
        super().connection_lost(error)
        self.maybe_fail("connection_lost")

    def maybe_fail(self, where):
        if where == self.where:
            raise ArithmeticError(where)


class DatagramEnd(asyncio.DatagramProtocol):
    def __init__(self, loop, expected=0):
        self.told = []
        self.expected = expected
        self.come, self.lost = loop.create_future(), loop.create_future()

    def connection_made(self, transport):
        self.transport = transport
        self.told.append("made")

    def datagram_received(self, data, address):
        self.told.append(f"datagram {len(data)}")
        self.expected -= 1
        if not self.expected:
            self.come.set_result(None)

    def error_received(self, error):
        self.told.append(f"error {type(error).__name__}")
        self.come.done() or self.come.set_result(None)

    def connection_lost(self, error):
        self.told.append(f"lost {type(error).__name__}")
        self.lost.set_result(None)


class Child(asyncio.SubprocessProtocol):
    def __init__(self, loop):
        self.over = loop.create_future()
        self.sizes, self.told = {}, []

    def pipe_data_received(self, number, data):
        self.sizes[number] = self.sizes.get(number, 0) + len(data)

    def pipe_connection_lost(self, number, error):
        self.told.append(f"pipe {number} lost {type(error).__name__}")

    def process_exited(self):
        self.told.append("exited")

    def connection_lost(self, error):
        # Which pipe ends first is the child's affair.
        self.told.sort()
        self.told.append(f"lost {type(error).__name__}")
        self.over.set_result(None)


class World:
    """The scenes. A program has `loop`, `random` and `say`."""

    def end(self, keeps_open=False):
        if self.random.random() < 0.5:
            return PlainEnd(self.loop, keeps_open)
        return BufferedEnd(self.loop, keeps_open, self.random.choice((1, 1000, 100_000)))

    async def connected(self, server_end, client_end, tls=False):
        """Two ends that are connected, and the server."""
        server_tls, client_tls = certificate() if tls else (None, None)
        server = await self.loop.create_server(lambda: server_end, "127.0.0.1", 0, ssl=server_tls)
        address = server.sockets[0].getsockname()
        await self.loop.create_connection(lambda: client_end, *address, ssl=client_tls)
        await server_end.made
        return server

    async def over(self, scene, server, *ends):
        await asyncio.wait([end.lost for end in ends])
        server.close()
        await server.wait_closed()
        for name, end in zip(("server", "client"), ends):
            self.say(scene, name, end.received, end.told)

    async def in_thread(self):
        answers = await asyncio.gather(*(asyncio.to_thread(lambda it=it: it * 2) for it in range(3)))
        self.say("threads", answers)
        try:
            await self.loop.run_in_executor(None, int, "no number")
        except ValueError as error:
            self.say("thread failed", error)

    async def child(self):
        code = self.random.randint(0, 5)
        process = await asyncio.create_subprocess_shell(
            f"cat; echo problem >&2; exit {code}", stdin=-1, stdout=-1, stderr=-1
        )
        out, problem = await process.communicate(b"x" * self.random.choice((1, 100_000)))
        self.say("child", len(out), problem, process.returncode)
        process = await asyncio.create_subprocess_exec("sleep", "100")
        process.send_signal(self.random.choice((signal.SIGTERM, signal.SIGKILL)))
        self.say("child ended", await process.wait())

    async def child_protocol(self):
        size = self.random.choice((0, 10, 200_000))
        command = self.random.choice(("cat", "cat >&2", "head -c 5", "exec <&-; exec 1>&-; exit 3"))
        transport, child = await self.loop.subprocess_shell(lambda: Child(self.loop), command)
        stdin = transport.get_pipe_transport(0)
        self.say("pipes", [transport.get_pipe_transport(number) is not None for number in (0, 1, 2, 3)])
        stdin.write(b"x" * size)
        if self.random.random() < 0.5:
            stdin.close()
        else:
            stdin.write_eof()
        await child.over
        # How much of what nobody reads gets into a pipe that breaks is the kernel's affair, and whether it breaks before all is in.
        told = child.told if command.startswith("cat") else [word for word in child.told if "pipe 0" not in word]
        self.say("child", child.sizes, told, transport.get_returncode())
        transport.close()

    async def signals(self):
        come = asyncio.Event()
        self.loop.add_signal_handler(signal.SIGUSR1, come.set)
        os.kill(os.getpid(), signal.SIGUSR1)
        await come.wait()
        self.say("signal", self.loop.remove_signal_handler(signal.SIGUSR1))

    async def many_signals(self):
        come, told = asyncio.Event(), []

        def tell(*words):
            told.append(words)
            if len(told) == 2:
                come.set()

        def fail():
            tell("failing")
            raise ArithmeticError("signal")

        self.loop.add_signal_handler(signal.SIGUSR1, tell, "replaced")
        self.loop.add_signal_handler(signal.SIGUSR1, *self.random.choice(((tell, "one", 1), (fail,))))
        self.loop.add_signal_handler(signal.SIGUSR2, tell, "two", 2)
        for number in (signal.SIGUSR1, signal.SIGUSR2):
            os.kill(os.getpid(), number)
        await come.wait()
        self.say("signals", sorted(told))
        for number in (signal.SIGUSR1, signal.SIGUSR1, signal.SIGUSR2, signal.SIGHUP):
            self.say("removed", self.loop.remove_signal_handler(number))
        for number in (signal.SIGKILL, 1000, "no number"):
            try:
                self.loop.add_signal_handler(number, tell)
            except (RuntimeError, TypeError, ValueError) as error:
                self.say("no signal", type(error).__name__, error)

    async def serve(self):
        server_tls, client_tls = certificate() if self.random.random() < 0.5 else (None, None)
        size, over = self.random.choice((1, 1000, 300_000)), asyncio.Event()

        async def echo(reader, writer):
            while data := await reader.readline():
                writer.write(data)
                await writer.drain()
            writer.close()
            over.set()

        limit = 1_000_000
        server = await asyncio.start_server(echo, "127.0.0.1", 0, ssl=server_tls, limit=limit)
        address = server.sockets[0].getsockname()
        reader, writer = await asyncio.open_connection(*address, ssl=client_tls, limit=limit)
        for _ in range(self.random.randint(1, 3)):
            writer.write(b"y" * size + b"\n")
            self.say("echo", len(await reader.readline()))
        writer.close()
        await writer.wait_closed()
        await over.wait()
        server.close()
        await server.wait_closed()
        self.say("served", server.is_serving())

    async def exchange(self):
        """Two ends that write, pause, end and close in an order of chance."""
        ends = self.end(), self.end()
        server = await self.connected(*ends, tls=self.random.random() < 0.4)
        sizes = [self.random.choice((0, 1, 5000, 500_000)) for _ in ends]
        for end, size in zip(ends, sizes):
            if self.random.random() < 0.3:
                end.transport.pause_reading()
                self.loop.call_soon(end.transport.resume_reading)
            if self.random.random() < 0.3:
                end.transport.set_write_buffer_limits(high=10_000_000)
            if self.random.random() < 0.5 or not size:
                # Of lines that are all empty, asyncio's loop in 3.12.1 and 3.13.0 never gets rid.
                end.transport.write(b"x" * size)
            else:
                end.transport.writelines([b"x" * (size // 2), bytearray(size - size // 2)])
        while [end.received for end in ends] != sizes[::-1]:
            await asyncio.sleep(0.001)
        first = self.random.choice(ends)
        self.random.choice((first.transport.close, first.transport.abort))()
        self.say("closing", first.transport.is_closing(), first.transport.is_reading())
        await self.over("exchange", server, *ends)

    async def half_closed(self):
        """One end ends, and the other one, which may keep the connection, answers."""
        server_end, client_end = self.end(keeps_open=self.random.random() < 0.7), self.end()
        server = await self.connected(server_end, client_end)
        client_end.transport.write(b"x" * self.random.choice((1, 300_000)))
        client_end.transport.write_eof()
        try:
            client_end.transport.write(b"more")
        except RuntimeError as error:
            self.say("after the end", error)
        await server_end.ended
        if server_end.keeps_open:
            server_end.transport.write(b"y" * self.random.choice((1, 300_000)))
            self.random.choice((server_end.transport.close, server_end.transport.write_eof))()
        await client_end.lost
        server_end.transport.close()
        await self.over("half closed", server, server_end, client_end)

    async def failing(self):
        """A protocol that raises an error."""
        where = self.random.choice(("connection_made", "data_received", "eof_received", "connection_lost"))
        server_end, client_end = FailingEnd(self.loop, where), PlainEnd(self.loop)
        server = await self.connected(server_end, client_end)
        client_end.transport.write(b"x")
        if where != "data_received":
            client_end.transport.write_eof()
        await server_end.lost
        client_end.transport.close()
        await self.over("failing", server, server_end, client_end)

    async def upgrade(self):
        """A connection gets TLS when it is there already."""
        ends = self.end(), self.end()
        server = await self.connected(*ends)
        contexts = certificate()
        upgraded = [self.end() for _ in ends]
        secure = await asyncio.gather(
            self.loop.start_tls(ends[0].transport, upgraded[0], contexts[0], server_side=True),
            self.loop.start_tls(ends[1].transport, upgraded[1], contexts[1]),
        )
        for end, transport in zip(upgraded, secure):
            end.told.append("upgraded")
            self.say("TLS", transport.get_extra_info("cipher")[1], transport.get_protocol() is end)
            transport.write(b"x" * 1000)
        while [end.received for end in upgraded] != [1000, 1000]:
            await asyncio.sleep(0.001)
        self.random.choice(secure).close()
        await asyncio.wait([end.lost for end in upgraded])
        server.close()
        for end in upgraded:
            self.say("upgraded", end.received, end.told)

    async def upgrade_streams(self):
        over = asyncio.Event()

        async def serve(reader, writer):
            self.say("plain", await reader.readline())
            writer.write(b"go\n")
            await writer.start_tls(certificate()[0])
            writer.write(await reader.readline())
            await writer.drain()
            self.say("the end", await reader.read())
            writer.close()
            over.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"upgrade\n")
        self.say("answer", await reader.readline())
        await writer.start_tls(certificate()[1])
        writer.write(b"secret\n")
        self.say("secret", await reader.readline(), writer.get_extra_info("ssl_object") is not None)
        writer.close()
        await over.wait()
        server.close()

    async def datagrams(self):
        count = self.random.randint(1, 5)
        receiver = DatagramEnd(self.loop, count)
        await self.loop.create_datagram_endpoint(lambda: receiver, local_addr=("127.0.0.1", 0))
        address = receiver.transport.get_extra_info("sockname")
        connects = self.random.random() < 0.5
        sender = DatagramEnd(self.loop)
        await self.loop.create_datagram_endpoint(
            lambda: sender,
            local_addr=("127.0.0.1", 0),
            remote_addr=address if connects else None,
        )
        for _ in range(count):
            data = b"x" * self.random.choice((1, 100, 5000))
            sender.transport.sendto(data, None if connects and self.random.random() < 0.5 else address)
        try:
            sender.transport.sendto("text", address)
        except TypeError as error:
            self.say("no data", error)
        try:
            sender.transport.sendto(b"x", ("127.0.0.1", 1))
        except ValueError as error:
            self.say("no address", str(error).replace(str(address), "(address)"))
        await receiver.come
        receiver.transport.close()
        await receiver.lost
        if connects:
            # Nobody is there any more, which the kernel says after the first one.
            sender.come = self.loop.create_future()
            sender.transport.sendto(b"x")
            await sender.come
        self.random.choice((sender.transport.close, sender.transport.abort))()
        await sender.lost
        if connects:
            sender.transport.sendto(b"nobody")
        told = [word for word in sender.told if connects or "error" not in word]
        self.say("datagrams", receiver.told, told)

    async def pipes(self):
        size = self.random.choice((1, 5000, 300_000))
        read_end, write_end = (open(fd, mode + "b", 0) for fd, mode in zip(os.pipe(), "rw"))
        reader, writer = PlainEnd(self.loop), PlainEnd(self.loop)
        await self.loop.connect_read_pipe(lambda: reader, read_end)
        await self.loop.connect_write_pipe(lambda: writer, write_end)
        if self.random.random() < 0.3:
            reader.transport.pause_reading()
            self.loop.call_soon(reader.transport.resume_reading)
        writer.transport.write(b"x" * size)
        if self.random.random() < 0.5:
            writer.transport.close()
        else:
            while reader.received < size:
                await asyncio.sleep(0.001)
            reader.transport.close()
        await asyncio.wait([reader.lost, writer.lost])
        self.say("pipes", reader.received, reader.told, writer.told, read_end.closed, write_end.closed)

    async def send_file(self):
        """A file over a connection, with and without TLS, or by a socket."""
        size = self.random.choice((0, 1, 400_000))
        offset = self.random.choice((0, 0, 1, 100))
        count = self.random.choice((None, None, 1, 1000, 1_000_000))
        server_end, client_end = self.end(), self.end()
        server = await self.connected(server_end, client_end, tls=self.random.random() < 0.4)
        with tempfile.NamedTemporaryFile(buffering=0) as written, open(written.name, "rb") as file:
            written.write(b"z" * size)
            client_end.transport.write(b"head")
            try:
                sent = await self.loop.sendfile(client_end.transport, file, offset, count)
                self.say("sent", sent, file.tell())
            except Exception as error:
                self.say("not sent", type(error).__name__, error)
                sent = 0
            client_end.transport.write(b"tail")
            while server_end.received < sent + 8:
                await asyncio.sleep(0.001)
            client_end.transport.close()
            await self.over("file", server, server_end, client_end)
            left, right = socket.socketpair()
            for end in (left, right):
                end.setblocking(False)
            with left, right:
                sending = asyncio.ensure_future(self.loop.sock_sendfile(left, file, offset, count))
                got = 0
                while got < sent:
                    got += len(await self.loop.sock_recv(right, 1_000_000))
                self.say("by socket", await sending, file.tell())

    async def cancelled_writing(self):
        """Who waits until all is written is cancelled, and the connection goes on or ends."""
        server_end = PlainEnd(self.loop)
        server = await self.loop.create_server(lambda: server_end, "127.0.0.1", 0)
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        await server_end.made
        server_end.transport.pause_reading()
        size = 20_000_000
        writer.write(b"x" * size)
        draining = asyncio.ensure_future(writer.drain())
        for _ in range(self.random.randint(0, 3)):
            await asyncio.sleep(0)
        draining.cancel()
        self.say("drained", (await asyncio.gather(draining, return_exceptions=True))[0].__class__.__name__)
        kind = self.random.choice(("abort", "close", "goes on"))
        if kind == "abort":
            writer.transport.abort()
        elif kind == "close":
            writer.close()
        server_end.transport.resume_reading()
        if kind == "goes on":
            await writer.drain()
            writer.close()
        await server_end.lost
        try:
            await writer.wait_closed()
        except OSError as error:
            self.say("closed", type(error).__name__)
        whole = server_end.received == size
        # How much of what is thrown away has gone out is the kernel's affair, and how the other end is told.
        self.say(kind, kind == "abort" or (whole, server_end.told))
        server.close()

    async def unix_server(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/socket"
            server_end, client_end = self.end(), self.end()
            server = await self.loop.create_unix_server(lambda: server_end, path)
            await self.loop.create_unix_connection(lambda: client_end, path)
            await server_end.made
            client_end.transport.writelines([b"x" * 10, bytearray(10), memoryview(b"y" * 10)])
            while server_end.received < 30:
                await asyncio.sleep(0.001)
            names = [end.transport.get_extra_info("sockname") for end in (server_end, client_end)]
            self.say("unix", [str(name).replace(folder, "") for name in names])
            self.random.choice((server_end, client_end)).transport.close()
            await self.over("unix", server, server_end, client_end)
            self.say("path", os.path.exists(path))

    async def refused(self):
        """Connections that can not be made."""
        with socket.socket() as sock:
            sock.bind(("127.0.0.1", 0))
            port = sock.getsockname()[1]
            attempts = (
                self.loop.create_connection(asyncio.Protocol, "127.0.0.1", port),
                self.loop.create_connection(asyncio.Protocol, "127.0.0.1", port, happy_eyeballs_delay=0.01),
                self.loop.create_unix_connection(asyncio.Protocol, "/no/such/path"),
                self.loop.create_connection(asyncio.Protocol, "127.0.0.1", port, local_addr=("192.0.2.1", 0)),
                self.loop.create_connection(asyncio.Protocol),
                self.loop.create_server(asyncio.Protocol, "192.0.2.1", 0),
                asyncio.create_subprocess_exec("/no/such/program"),
            )
            for attempt in attempts:
                try:
                    await attempt
                except (OSError, ValueError, TypeError, NotImplementedError) as error:
                    self.say("refused", type(error).__name__, str(error).replace(str(port), "(port)"))

    async def closing_server(self):
        """A server ends while it has connections."""
        ends = self.end(), self.end()
        server = await self.connected(*ends)
        server.close()
        self.say("serving", server.is_serving(), len(server.sockets))
        waiting = asyncio.ensure_future(server.wait_closed())
        await asyncio.sleep(0)
        self.say("waits", waiting.done() or sys.version_info < (3, 12))
        kind = self.random.random()
        if sys.version_info >= (3, 13) and kind < 0.3:
            server.close_clients()
        elif sys.version_info >= (3, 13) and kind < 0.6:
            server.abort_clients()
        else:
            ends[1].transport.close()
        await self.over("closing", server, *ends)
        await waiting

    async def accepted(self):
        """A connection that the program has accepted itself."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.setblocking(False)
            client = socket.socket()
            client.setblocking(False)
            accepting = asyncio.ensure_future(self.loop.sock_accept(listener))
            await self.loop.sock_connect(client, listener.getsockname())
            sock, address = await accepting
            self.say("accepted", address == client.getsockname(), sock.gettimeout())
        end = self.end()
        await self.loop.connect_accepted_socket(lambda: end, sock)
        with client:
            await self.loop.sock_sendall(client, b"x" * 1000)
            while end.received < 1000:
                await asyncio.sleep(0.001)
            end.transport.write(b"answer")
            self.say("answer", await self.loop.sock_recv(client, 100))
        await end.lost
        self.say("accepted", end.received, end.told)

    WORLD = (
        *(in_thread, child, child_protocol, signals, many_signals, serve, serve, exchange, exchange, half_closed),
        *(failing, upgrade, upgrade_streams, datagrams, pipes, send_file, cancelled_writing, unix_server, refused),
        *(closing_server, accepted),
    )
