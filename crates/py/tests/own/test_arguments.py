"""Arguments by their names, too few of them, and values that fit badly. The errors are of CPython's kinds, if not in its words."""

import array
import asyncio
import socket

from own.loops import on_each


class Lost(asyncio.BufferedProtocol):
    """Gives one buffer, and notes what it is told."""

    def __init__(self, buffer):
        self.buffer, self.log = buffer, []

    def get_buffer(self, sizehint):
        return self.buffer

    def buffer_updated(self, nbytes):
        self.log.append(nbytes)

    def connection_lost(self, exc):
        self.log.append(type(exc))


@on_each
class Arguments:
    def connect(self, factory):
        ours, theirs = socket.socketpair()
        self.addCleanup(theirs.close)
        theirs.setblocking(False)

        async def main():
            return await self.loop.create_connection(factory, sock=ours)

        return *self.run_async(main()), theirs

    def run_for(self, seconds):
        self.run_async(asyncio.sleep(seconds))

    def test_scheduling_by_name(self):
        log = []
        self.loop.call_soon(callback=lambda: log.append("soon"))
        self.loop.call_soon_threadsafe(callback=lambda: log.append("threadsafe"))
        self.loop.call_later(0, callback=lambda: log.append("later"))
        self.loop.call_later(delay=0.001, callback=lambda: log.append("delay"))
        self.loop.call_at(when=self.loop.time() + 0.002, callback=lambda: log.append("at"))
        self.run_for(0.01)
        self.assertEqual(log, ["soon", "threadsafe", "later", "delay", "at"])

    def test_an_overridden_method_that_is_called_by_name(self):
        calls = []

        class Loop(self.factory):
            def call_soon(self, callback, *args, context=None):
                calls.append(callback)
                return super().call_soon(callback=callback, context=context)

        loop = Loop()
        self.addCleanup(loop.close)
        self.addCleanup(calls.clear)
        loop.call_soon(loop.stop)
        loop.run_forever()
        self.assertEqual(calls, [loop.stop])

    def test_missing_and_unknown_arguments(self):
        for call, what in (
            (lambda: self.loop.call_soon(), r"call_soon\(\) missing 1 required positional argument: 'callback'"),
            (lambda: self.loop.call_later(1), r"call_later\(\) missing 1 required positional argument: 'callback'"),
            (lambda: self.loop.call_at(), r"call_at\(\) missing 2 required positional arguments: 'when' and 'callback'"),
            (lambda: self.loop.call_soon(int, key=1), r"call_soon\(\) got an unexpected keyword argument 'key'"),
            (lambda: self.loop.call_later(None, int), "delay must not be None"),
            (lambda: self.loop.call_later("1", int), r"unsupported operand type\(s\) for \+: 'float' and 'str'"),
        ):
            with self.assertRaisesRegex(TypeError, what):
                call()
        self.assertRaises(OverflowError, self.loop.call_later, 10**400, int)

    def test_times_without_end(self):
        for when in (float("inf"), 1e300):
            self.loop.call_at(when, self.fail)
        self.loop.call_at(float("-inf"), self.loop.stop)
        self.loop.run_forever()
        self.assertEqual(self.loop.call_at(10**400, int).when(), 10**400)

    def test_coroutines_in_debug_mode(self):
        self.loop.set_debug(True)
        for method, arguments in (("call_soon", ()), ("call_later", (1,)), ("call_at", (1,))):
            name = "call_at" if arguments else method
            with self.assertRaisesRegex(TypeError, f"^coroutines cannot be used with {name}\\(\\)$"):
                getattr(self.loop, method)(*arguments, asyncio.sleep)

    def test_descriptors_that_are_none(self):
        for fd in (10**9, 2**31 - 1):
            self.assertRaises(OSError, self.loop.add_reader, fd, int)
            self.assertRaises(OSError, self.loop.add_writer, fd, int)
            self.assertFalse(self.loop.remove_reader(fd))
        for fd in (-1, "x", None, 1.5):
            self.assertRaises(ValueError, self.loop.add_reader, fd, int)

    def test_transports_by_name(self):
        transport, protocol, theirs = self.connect(asyncio.Protocol)
        transport.write(data=b"one")
        transport.writelines(list_of_data=[b"two", b"three"])
        transport.set_protocol(protocol=protocol)
        self.assertEqual(theirs.recv(100), b"onetwothree")
        for call in (
            lambda: transport.write(),
            lambda: transport.write(b"", b""),
            lambda: transport.write(b"", data=b""),
            lambda: transport.write(bytes=b""),
            lambda: transport.write("text"),
            lambda: transport.writelines(3),
            lambda: transport.writelines(["text"]),
        ):
            self.assertRaises(TypeError, call)
        transport.close()
        self.run_once()

    def test_limits_of_the_write_buffer(self):
        transport, _, _ = self.connect(asyncio.Protocol)
        self.assertEqual(transport.get_write_buffer_limits(), (16384, 65536))
        transport.set_write_buffer_limits(high=100.0, low=8.0)
        self.assertEqual(transport.get_write_buffer_limits(), (8, 100))
        transport.set_write_buffer_limits(high=float("inf"), low=5)
        transport.set_write_buffer_limits(high=2**100)
        for high, low in ((10, 20), (-1, None), (None, -1)):
            self.assertRaises(ValueError, transport.set_write_buffer_limits, high, low)
        self.assertRaises(TypeError, transport.set_write_buffer_limits, "much")
        transport.close()
        self.run_once()

    def test_buffers_of_other_things_than_bytes(self):
        numbers = array.array("i", [0, 0, 0])
        transport, protocol, theirs = self.connect(lambda: Lost(numbers))
        theirs.send(array.array("i", [7, 8]).tobytes())
        self.run_for(0.005)
        self.assertEqual((protocol.log, numbers.tolist()), ([8], [7, 8, 0]))
        transport.abort()
        self.run_once()

    def test_buffers_that_can_not_be_filled(self):
        for buffer, exception, message in (
            (b"read only", TypeError, "Fatal read error on socket transport"),
            (memoryview(bytearray(10))[::2], TypeError, "Fatal read error on socket transport"),
            ("text", TypeError, "Fatal read error on socket transport"),
            (bytearray(), RuntimeError, "Fatal error: protocol.get_buffer() call failed."),
            (None, TypeError, "Fatal error: protocol.get_buffer() call failed."),
            (3, TypeError, "Fatal error: protocol.get_buffer() call failed."),
        ):
            with self.subTest(repr(buffer)):
                self.reported.clear()
                _, protocol, theirs = self.connect(lambda: Lost(buffer))
                theirs.send(b"x")
                self.run_for(0.005)
                self.assertEqual(protocol.log, [exception])
                self.assertEqual([context["message"] for context in self.reported], [message])

    def test_writing_to_what_is_long_lost(self):
        transport, _, theirs = self.connect(asyncio.Protocol)
        theirs.close()
        self.run_for(0.005)
        for _ in range(4):
            transport.write(b"x")
        with self.assertLogs("asyncio", "WARNING") as logs:
            for _ in range(4):
                transport.write(b"x")
        self.assertEqual(set(logs.output), {"WARNING:asyncio:socket.send() raised exception."})

    def test_datagrams_without_an_address(self):
        lost = []

        class Protocol(asyncio.DatagramProtocol):
            def connection_lost(self, exc):
                lost.append(type(exc))

        async def main():
            transport, _ = await self.loop.create_datagram_endpoint(Protocol, ("127.0.0.1", 0))
            transport.sendto(b"to nobody")
            self.assertTrue(transport.is_closing())
            await asyncio.sleep(0.001)

        self.run_async(main())
        self.assertEqual(lost, [TypeError])
        self.assertEqual([context["message"] for context in self.reported], ["Fatal write error on datagram transport"])

    def test_a_connection_that_its_server_does_not_want_any_more(self):
        if self.is_reference():
            self.skipTest("its socket is left to the collector")

        def fail():
            raise ValueError

        async def main():
            server = await self.loop.create_server(fail, "127.0.0.1", 0)
            with socket.create_connection(server.sockets[0].getsockname()) as sock:
                sock.setblocking(False)
                # It is closed, not forgotten.
                self.assertEqual(await self.loop.sock_recv(sock, 1), b"")
            server.close()

        self.run_async(main())
