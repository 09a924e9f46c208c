"""`sock_*`: operations on sockets that the program owns."""

import asyncio
import collections.abc
import gc
import os
import selectors
import socket
import time

from own.loops import on_each


@on_each
class Sockets:
    def pair(self):
        ends = socket.socketpair()
        for end in ends:
            end.setblocking(False)
            self.addCleanup(end.close)
        return ends

    def test_an_operation_is_a_coroutine(self):
        ours, theirs = self.pair()

        async def main():
            operation = self.loop.sock_recv(ours, 10)
            self.assertTrue(asyncio.iscoroutine(operation))
            self.assertIsInstance(operation, collections.abc.Coroutine)
            theirs.send(b"by a task")
            self.assertEqual(await self.loop.create_task(operation), b"by a task"[:9])
            with self.assertRaises(RuntimeError):
                await operation
            unused = self.loop.sock_recv(ours, 10)
            unused.close()

        self.run_async(main())

    def test_nothing_happens_before_it_is_awaited(self):
        ours, theirs = self.pair()

        async def main():
            theirs.send(b"first")
            later = self.loop.sock_recv(ours, 100)
            self.assertEqual(await self.loop.sock_recv(ours, 100), b"first")
            theirs.send(b"second")
            self.assertEqual(await later, b"second")

        self.run_async(main())

    def test_messages_one_after_the_other(self):
        ours, theirs = self.pair()

        async def echo():
            while data := await self.loop.sock_recv(theirs, 1000):
                await self.loop.sock_sendall(theirs, data)

        async def main():
            echoing = self.loop.create_task(echo())
            buffer = bytearray(1000)
            for number in range(200):
                message = b"%d" % number
                await self.loop.sock_sendall(ours, message)
                if number % 2:
                    # The answer may be there before anybody asks.
                    await asyncio.sleep(0)
                    await asyncio.sleep(0)
                got = await self.loop.sock_recv_into(ours, buffer)
                self.assertEqual(bytes(buffer[:got]), message)
            ours.close()
            await echoing

        self.run_async(main())

    def test_more_than_was_asked_for_is_left(self):
        ours, theirs = self.pair()

        async def main():
            receiving = self.loop.create_task(self.loop.sock_recv(ours, 4))
            await asyncio.sleep(0.01)
            theirs.send(b"0123456789")
            self.assertEqual(await receiving, b"0123")
            await asyncio.sleep(0.01)
            self.assertEqual(await self.loop.sock_recv(ours, 4), b"4567")
            self.assertEqual(await self.loop.sock_recv(ours, 4), b"89")

        self.run_async(main())

    def test_a_cancelled_operation_takes_nothing(self):
        ours, theirs = self.pair()

        async def main():
            receiving = self.loop.create_task(self.loop.sock_recv(ours, 100))
            await asyncio.sleep(0.01)
            receiving.cancel()
            theirs.send(b"not lost")
            with self.assertRaises(asyncio.CancelledError):
                await receiving
            self.assertEqual(await self.loop.sock_recv(ours, 100), b"not lost")

        self.run_async(main())

    def test_much_of_every_kind(self):
        ours, theirs = self.pair()
        much = bytes(range(256)) * 4000

        async def receive():
            data = b""
            while len(data) < len(much):
                data += await self.loop.sock_recv(theirs, 100_000)
            return data

        async def main():
            for kind in (bytes, bytearray, memoryview):
                receiving = self.loop.create_task(receive())
                await self.loop.sock_sendall(ours, kind(much))
                self.assertEqual(await receiving, much)

        self.run_async(main())

    def test_a_number_that_comes_back(self):
        async def main():
            numbers = set()
            for _ in range(5):
                ours, theirs = socket.socketpair()
                ours.setblocking(False)
                numbers.add(ours.fileno())
                receiving = self.loop.create_task(self.loop.sock_recv(ours, 10))
                await asyncio.sleep(0.005)
                theirs.send(b"here")
                self.assertEqual(await receiving, b"here")
                ours.close()
                theirs.close()
            self.assertEqual(len(numbers), 1)

        self.run_async(main())

    def test_a_reader_after_an_operation(self):
        ours, theirs = self.pair()

        async def main():
            receiving = self.loop.create_task(self.loop.sock_recv(ours, 10))
            await asyncio.sleep(0.005)
            theirs.send(b"one")
            self.assertEqual(await receiving, b"one")
            calls = []
            self.loop.add_reader(ours, calls.append, None)
            theirs.send(b"two")
            await asyncio.sleep(0.01)
            # For as long as there is something to read.
            self.assertGreater(len(calls), 1)
            self.assertTrue(self.loop.remove_reader(ours))
            self.assertFalse(self.loop.remove_reader(ours))
            self.assertEqual(await self.loop.sock_recv(ours, 10), b"two")

        self.run_async(main())

    def test_a_transport_after_an_operation(self):
        ours, theirs = self.pair()

        async def main():
            receiving = self.loop.create_task(self.loop.sock_recv(ours, 10))
            await asyncio.sleep(0.005)
            theirs.send(b"one")
            self.assertEqual(await receiving, b"one")
            reader, writer = await asyncio.open_connection(sock=ours)
            theirs.send(b"two")
            self.assertEqual(await reader.readexactly(3), b"two")
            with self.assertRaises(RuntimeError):
                await self.loop.sock_recv(ours, 10)
            writer.close()
            await writer.wait_closed()

        self.run_async(main())

    def test_a_copy_of_a_closed_socket_does_not_keep_the_loop_busy(self):
        ours, theirs = self.pair()

        async def main():
            receiving = self.loop.create_task(self.loop.sock_recv(ours, 10))
            await asyncio.sleep(0.005)
            theirs.send(b"one")
            self.assertEqual(await receiving, b"one")
            copy = ours.dup()
            self.addCleanup(copy.close)
            ours.close()
            theirs.send(b"two")
            begin = time.thread_time()
            await asyncio.sleep(0.2)
            self.assertLess(time.thread_time() - begin, 0.1)

        self.run_async(main())

    def test_errors(self):
        ours, theirs = self.pair()

        async def main():
            with self.assertRaises(TypeError):
                await self.loop.sock_sendall(ours, "text")
            with self.assertRaises(ValueError):
                await self.loop.sock_recv(ours, -1)
            receiving = self.loop.create_task(self.loop.sock_recv(ours, 10))
            await asyncio.sleep(0.005)
            theirs.close()
            self.assertEqual(await receiving, b"")
            with self.assertRaises(BrokenPipeError):
                await self.loop.sock_sendall(ours, b"x")
            ours.close()
            with self.assertRaises(OSError):
                await self.loop.sock_recv(ours, 10)

        self.run_async(main())

    def test_a_reader_of_a_closed_socket_is_removed_by_its_object(self):
        left, right = socket.socketpair()
        self.loop.add_reader(left, int)
        self.loop.add_writer(right, int)
        left.close()
        right.close()
        self.assertTrue(self.loop.remove_reader(left))
        self.assertTrue(self.loop.remove_writer(right))
        stranger = socket.socket()
        stranger.close()
        with self.assertRaisesRegex(ValueError, "Invalid file descriptor: -1"):
            self.loop.remove_reader(stranger)

    def test_what_is_watched_can_be_asked_for(self):
        left, right = socket.socketpair()
        with left, right:
            selector = self.loop._selector
            self.assertIsInstance(selector, selectors.BaseSelector)
            before = set(selector.get_map())
            self.loop.add_reader(left, int)
            self.loop.add_writer(right.fileno(), int)
            self.assertEqual(set(selector.get_map()) - before, {left.fileno(), right.fileno()})
            self.assertEqual(len(selector.get_map()), len(before) + 2)
            key = selector.get_key(left)
            self.assertEqual((key.fileobj, key.fd, key.events), (left, left.fileno(), selectors.EVENT_READ))
            reader, writer = key.data
            self.assertIsInstance(reader, asyncio.Handle)
            self.assertIsNone(writer)
            key = selector.get_key(right)
            self.assertEqual((key.fileobj, key.events), (right.fileno(), selectors.EVENT_WRITE))
            self.loop.remove_reader(left)
            self.loop.remove_writer(right)
            with self.assertRaises(KeyError):
                selector.get_key(left)
            self.assertEqual(set(selector.get_map()), before)
        self.loop.close()
        self.assertIsNone(self.loop._selector)

    def test_an_error_of_an_operation_is_in_no_cycle(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            address = unused.getsockname()

        async def main():
            with socket.socket() as sock:
                sock.setblocking(False)
                try:
                    await self.loop.sock_connect(sock, address)
                except OSError as error:
                    return error

        error = self.run_async(main())
        self.assertIsInstance(error, ConnectionRefusedError)
        holders = [type(holder).__name__ for holder in gc.get_referrers(error)]
        self.assertNotIn("Future", holders)
        self.assertNotIn("_asyncio.Future", holders)

    def test_the_platform_forgets_what_is_not_watched_any_more(self):
        def watched():
            numbers = set()
            for fd in os.listdir("/proc/self/fd"):
                try:
                    if os.readlink(f"/proc/self/fd/{fd}") == "anon_inode:[eventpoll]":
                        lines = open(f"/proc/self/fdinfo/{fd}").read().splitlines()
                        numbers |= {int(line.split()[1]) for line in lines if line.startswith("tfd:")}
                except OSError:
                    pass
            return numbers

        left, right = socket.socketpair()
        with left, right:
            self.loop.add_reader(left, int)
            self.loop.add_writer(left, int)
            self.run_once()
            self.assertIn(left.fileno(), watched())
            self.loop.remove_reader(left)
            self.loop.remove_writer(left)
            # At once: its owner may close it next, and somebody else may have a copy of it.
            self.assertNotIn(left.fileno(), watched())

        async def main():
            ours, theirs = socket.socketpair()
            with theirs:
                transport, _ = await self.loop.create_connection(asyncio.Protocol, sock=ours)
                await asyncio.sleep(0)
                number = ours.fileno()
                self.assertIn(number, watched())
                transport.pause_reading()
                self.assertNotIn(number, watched())
                transport.resume_reading()
                self.assertIn(number, watched())
                transport.close()
                self.assertNotIn(number, watched())
                await asyncio.sleep(0)

        self.run_async(main())
