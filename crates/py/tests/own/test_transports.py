"""Transports: what protocols are told, flow control, the ends of connections, and that nothing is left behind."""

import asyncio
import contextlib
import functools
import gc
import os
import socket
import ssl
import subprocess
import tempfile
import weakref

from own.loops import on_each


class Recorder(asyncio.Protocol):
    def __init__(self):
        self.events = []
        self.data = b""
        self.closed = asyncio.get_event_loop_policy().get_event_loop().create_future()

    def connection_made(self, transport):
        self.transport = transport
        self.events.append("made")

    def data_received(self, data):
        self.data += data

    def eof_received(self):
        self.events.append("eof")

    def pause_writing(self):
        self.events.append("pause")

    def resume_writing(self):
        self.events.append("resume")

    def connection_lost(self, exc):
        self.events.append(f"lost {type(exc).__name__}")
        self.closed.set_result(exc)


@on_each
class Transports:
    def setUp(self):
        super().setUp()
        asyncio.set_event_loop(self.loop)
        self.addCleanup(asyncio.set_event_loop, None)

    async def pair(self):
        """A transport of a socket, its protocol, and the other end as a plain socket."""
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        transport, protocol = await self.loop.create_connection(Recorder, sock=ours)
        self.addCleanup(theirs.close)
        return transport, protocol, theirs

    async def tcp_pair(self, factory=Recorder):
        """As `pair`, over TCP."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            theirs = socket.create_connection(server.getsockname())
            ours, _ = server.accept()
        theirs.setblocking(False)
        self.addCleanup(theirs.close)
        transport, protocol = await self.loop.create_connection(factory, sock=ours)
        return transport, protocol, theirs

    def test_the_last_data_and_the_end_at_once(self):
        async def main():
            _, protocol, theirs = await self.tcp_pair()
            theirs.send(b"first")
            while not protocol.data:
                await asyncio.sleep(0)
            theirs.send(b", last")
            theirs.close()
            await asyncio.wait_for(protocol.closed, 5)
            self.assertEqual(protocol.data, b"first, last")
            self.assertEqual(protocol.events, ["made", "eof", "lost NoneType"])

        self.loop.run_until_complete(main())

    def test_more_than_one_read_takes(self):
        async def main():
            transport, protocol, theirs = await self.tcp_pair()
            transport.pause_reading()
            sent = 0
            with contextlib.suppress(BlockingIOError):
                while sent < 4 * 1024 * 1024:
                    sent += theirs.send(b"x" * 65536)
            self.assertGreater(sent, 512 * 1024)
            transport.resume_reading()
            async with asyncio.timeout(5):
                while len(protocol.data) < sent:
                    await asyncio.sleep(0)
            transport.close()
            await protocol.closed

        self.loop.run_until_complete(main())

    def test_more_than_a_buffer_of_the_protocol_takes(self):
        class Small(asyncio.BufferedProtocol):
            def __init__(self):
                self.data, self.buffer = b"", bytearray(100)

            def get_buffer(self, hint):
                return self.buffer

            def buffer_updated(self, count):
                self.data += self.buffer[:count]

        async def main():
            transport, protocol, theirs = await self.tcp_pair(Small)
            for size in (50, 1000, 100, 250):
                protocol.data = b""
                theirs.send(b"x" * size)
                async with asyncio.timeout(5):
                    while len(protocol.data) < size:
                        await asyncio.sleep(0)
            transport.close()

        self.loop.run_until_complete(main())

    def test_what_comes_after_urgent_data(self):
        async def main():
            transport, protocol, theirs = await self.tcp_pair()
            for wanted in (b"before, after", b"before, after" * 2):
                theirs.send(b"before, ")
                theirs.send(b"!", socket.MSG_OOB)
                theirs.send(b"after")
                async with asyncio.timeout(5):
                    while len(protocol.data) < len(wanted):
                        await asyncio.sleep(0)
                self.assertEqual(protocol.data, wanted)
            transport.close()
            await protocol.closed

        self.loop.run_until_complete(main())

    def test_data_that_comes_before_a_pause_in_the_same_pass(self):
        """Both can be read, and who is told first pauses the other, which has something to write, and has it go on again."""

        async def main():
            pairs = [await self.tcp_pair() for _ in range(2)]
            protocols = [protocol for _, protocol, _ in pairs]

            def read_first(other, data):
                pairs[other][0].write(b"y" * (16 * 1024 * 1024))
                pairs[other][0].pause_reading()
                self.loop.call_soon(pairs[other][0].resume_reading)
                for protocol in protocols:
                    del protocol.data_received
                protocols[1 - other].data_received(data)

            for place, protocol in enumerate(protocols):
                protocol.data_received = functools.partial(read_first, 1 - place)
            for _, _, theirs in pairs:
                theirs.send(b"x")
            async with asyncio.timeout(5):
                while not all(protocol.data == b"x" for protocol in protocols):
                    await asyncio.sleep(0)
            for transport, protocol, _ in pairs:
                transport.abort()
                await protocol.closed

        self.loop.run_until_complete(main())

    def test_a_transport_is_one_of_asyncio(self):
        async def main():
            transport, protocol, _ = await self.pair()
            self.assertIsInstance(transport, asyncio.Transport)
            self.assertIs(transport.get_protocol(), protocol)
            self.assertIsNotNone(transport.get_extra_info("socket"))
            self.assertIsNone(transport.get_extra_info("nothing"))
            self.assertEqual(transport.get_write_buffer_limits(), (16384, 65536))
            transport.close()
            transport.close()
            self.assertTrue(transport.is_closing())
            await protocol.closed
            self.assertEqual(protocol.events, ["made", "lost NoneType"])

        self.run_async(main())

    def test_attributes_and_methods_of_one_transport(self):
        async def main():
            transport, protocol, _ = await self.pair()
            writer = asyncio.StreamWriter(transport, protocol, None, self.loop)
            written = []
            transport.label = "one"
            transport.write = written.append
            writer.write(b"data")
            self.assertEqual((transport.label, written), ("one", [b"data"]))
            del transport.write
            transport.itself = transport
            transport.close()
            await protocol.closed

        self.run_async(main())

    def test_flow_control(self):
        async def main():
            transport, protocol, theirs = await self.pair()
            data = os.urandom(2_000_000)
            transport.write(data[:1_000_000])
            transport.write(bytearray(data[1_000_000:1_500_000]))
            transport.writelines([data[1_500_000:1_600_000], memoryview(data)[1_600_000:]])
            self.assertGreater(transport.get_write_buffer_size(), 65536)
            self.assertEqual(protocol.events, ["made", "pause"])
            transport.write_eof()
            with self.assertRaises(RuntimeError):
                transport.write(b"more")
            got = b""
            while part := await self.loop.sock_recv(theirs, 100_000):
                got += part
            self.assertEqual(got, data)
            self.assertEqual(transport.get_write_buffer_size(), 0)
            self.assertEqual(protocol.events, ["made", "pause", "resume"])
            transport.close()
            await protocol.closed

        self.run_async(main())

    def test_closing_sends_what_was_written(self):
        async def main():
            transport, protocol, theirs = await self.pair()
            transport.write(b"x" * 1_000_000)
            transport.close()
            total = 0
            while part := await self.loop.sock_recv(theirs, 100_000):
                total += len(part)
            self.assertEqual(total, 1_000_000)
            self.assertIsNone(await protocol.closed)

        self.run_async(main())

    def test_abort_does_not(self):
        async def main():
            transport, protocol, theirs = await self.pair()
            transport.write(b"x" * 1_000_000)
            transport.abort()
            self.assertEqual(transport.get_write_buffer_size(), 0)
            self.assertIsNone(await protocol.closed)

        self.run_async(main())

    def test_pausing_reads(self):
        async def main():
            transport, protocol, theirs = await self.pair()
            transport.pause_reading()
            transport.pause_reading()
            self.assertFalse(transport.is_reading())
            theirs.send(b"waits")
            await asyncio.sleep(0.01)
            self.assertEqual(protocol.data, b"")
            transport.resume_reading()
            transport.resume_reading()
            await asyncio.sleep(0.01)
            self.assertEqual(protocol.data, b"waits")
            transport.close()
            await protocol.closed

        self.run_async(main())

    def test_a_protocol_that_fails_loses_its_connection(self):
        async def main():
            transport, protocol, theirs = await self.pair()

            def fail(data):
                raise ValueError("on purpose")

            protocol.data_received = fail
            theirs.send(b"x")
            error = await protocol.closed
            self.assertIsInstance(error, ValueError)
            self.assertIn("data_received() call failed", self.reported[0]["message"])
            self.assertIs(self.reported[0]["transport"], transport)

        self.run_async(main())

    def test_a_peer_that_resets(self):
        async def main():
            accepted = self.loop.create_future()
            server = await self.loop.create_server(
                lambda: accepted.set_result(Recorder()) or accepted.result(), "127.0.0.1", 0
            )
            client = socket.create_connection(server.sockets[0].getsockname())
            protocol = await accepted
            await asyncio.sleep(0.01)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            client.close()
            error = await protocol.closed
            self.assertIsInstance(error, ConnectionResetError)
            self.assertEqual(self.reported, [])
            for _ in range(3):
                protocol.transport.write(b"into the void")
            server.close()

        self.run_async(main())

    def test_bad_writes(self):
        async def main():
            transport, protocol, _ = await self.pair()
            for data in ("text", 5, None, [b"x"]):
                with self.assertRaises(TypeError):
                    transport.write(data)
            transport.write(b"")
            with self.assertRaises(ValueError):
                transport.set_write_buffer_limits(high=1, low=2)
            transport.close()
            await protocol.closed

        self.run_async(main())

    def test_many_connections_leave_nothing(self):
        async def main():
            alive = weakref.WeakSet()

            class Client(asyncio.Protocol):
                def __init__(self):
                    alive.add(self)

                def connection_made(self, transport):
                    # A cycle: the collector has to find it.
                    self.transport = transport
                    transport.write(b"hello")

                def data_received(self, data):
                    self.transport.close()

            class Echo(Client):
                def connection_made(self, transport):
                    self.transport = transport

                def data_received(self, data):
                    self.transport.write(data)

            server = await self.loop.create_server(Echo, "127.0.0.1", 0)
            address = server.sockets[0].getsockname()
            for _ in range(200):
                await self.loop.create_connection(Client, *address)
            await asyncio.sleep(0.05)
            server.close()
            await server.wait_closed()
            return alive

        gc.collect()
        before = len(os.listdir("/proc/self/fd"))
        alive = self.run_async(main())
        self.run_once()
        gc.collect()
        self.assertEqual(len(alive), 0)
        self.assertEqual(len(os.listdir("/proc/self/fd")), before)

    def test_a_forgotten_transport_is_collected_with_a_warning(self):
        async def main():
            transport, protocol, theirs = await self.pair()
            transport.pause_reading()
            await asyncio.sleep(0)
            return weakref.ref(transport)

        gone = self.run_async(main())
        with self.assertWarns(ResourceWarning):
            gc.collect()
        self.assertIsNone(gone())

    def test_tls(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        key, cert = os.path.join(folder.name, "key"), os.path.join(folder.name, "cert")
        command = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost".split()
        subprocess.run([*command, "-keyout", key, "-out", cert], check=True, capture_output=True)
        serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        serving.load_cert_chain(cert, key)
        asking = ssl.create_default_context(cafile=cert)

        async def echo(reader, writer):
            while data := await reader.read(100_000):
                writer.write(data)
                await writer.drain()
            writer.close()

        async def main():
            server = await asyncio.start_server(echo, "127.0.0.1", 0, ssl=serving)
            port = server.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, ssl=asking, server_hostname="localhost"
            )
            self.assertEqual(writer.get_extra_info("ssl_object").version(), "TLSv1.3")
            for size in (1, 1000, 16384, 16385, 100_000, 1_000_000):
                data = os.urandom(size)
                writer.write(data)
                self.assertEqual(await reader.readexactly(size), data)
            with self.assertRaises(TypeError):
                writer.write("text")
            writer.close()
            await writer.wait_closed()
            server.close()
            await server.wait_closed()

        self.run_async(main())
        self.assertEqual(self.reported, [])

    def test_cancelled_socket_operations(self):
        async def main():
            ours, theirs = socket.socketpair()
            for end in (ours, theirs):
                end.setblocking(False)
            with self.assertRaises((TimeoutError, asyncio.TimeoutError)):
                await asyncio.wait_for(self.loop.sock_recv(ours, 10), 0.01)
            self.assertFalse(self.loop.remove_reader(ours))
            reading = asyncio.ensure_future(self.loop.sock_recv(ours, 10))
            await asyncio.sleep(0)
            await self.loop.sock_sendall(theirs, b"after")
            self.assertEqual(await reading, b"after")
            buffer = bytearray(4)
            await self.loop.sock_sendall(theirs, b"into")
            self.assertEqual(await self.loop.sock_recv_into(ours, buffer), 4)
            self.assertEqual(buffer, b"into")
            ours.close()
            theirs.close()

        self.run_async(main())
