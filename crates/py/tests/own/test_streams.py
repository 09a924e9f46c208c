"""asyncio's own streams, whose readers the loop feeds itself: nobody can tell, also not who has other readers."""

import asyncio
import contextlib
import socket
import unittest.mock

from own.loops import on_each


@on_each
class Streams:
    async def connect(self, limit=2**16):
        """A reader and a writer, and the other end as a plain socket."""
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        self.addCleanup(theirs.close)
        reader, writer = await asyncio.open_connection(sock=ours, limit=limit)
        self.addCleanup(writer.close)
        return reader, writer, theirs

    async def passes(self, count=3):
        for _ in range(count):
            await asyncio.sleep(0)

    def test_what_comes_in_pieces_is_read_as_one(self):
        async def main():
            reader, writer, theirs = await self.connect()
            for size in (1, 1000, 5, 60_000, 3):
                theirs.send(b"x" * size)
                await self.passes()
            theirs.shutdown(socket.SHUT_WR)
            self.assertEqual(len(await reader.read()), 61_009)
            self.assertTrue(reader.at_eof())

        self.run_async(main())

    def test_who_waits_is_woken_once_for_each_piece(self):
        async def main():
            reader, writer, theirs = await self.connect()
            for text in (b"one", b"two", b"three"):
                waiting = asyncio.ensure_future(reader.read(100))
                await asyncio.sleep(0)
                theirs.send(text)
                self.assertEqual(await waiting, text)

        self.run_async(main())

    def test_a_reader_that_nobody_reads_pauses_its_transport(self):
        async def main():
            reader, writer, theirs = await self.connect(limit=100)
            while writer.transport.is_reading():
                theirs.send(b"x" * 60)
                await self.passes()
            self.assertEqual(len(reader._buffer), 240)
            self.assertEqual(len(await reader.read(150)), 150)
            self.assertTrue(writer.transport.is_reading())

        self.run_async(main())

    def test_a_buffer_that_somebody_looks_at_ends_the_connection(self):
        async def main():
            reader, writer, theirs = await self.connect()
            theirs.send(b"first")
            while not reader._buffer:
                await asyncio.sleep(0)
            with memoryview(reader._buffer):
                theirs.send(b"second")
                while not writer.transport.is_closing():
                    await asyncio.sleep(0)
            self.assertIsInstance(self.reported[0]["exception"], BufferError)

        self.run_async(main())

    def test_a_wait_that_was_cancelled_is_not_woken(self):
        async def main():
            reader, writer, theirs = await self.connect()
            waiting = asyncio.ensure_future(reader.read(100))
            await asyncio.sleep(0)
            waiting.cancel()
            theirs.send(b"data")
            with contextlib.suppress(asyncio.CancelledError):
                await waiting
            self.assertEqual(await reader.read(100), b"data")
            self.assertEqual(self.reported, [])

        self.run_async(main())

    def test_readers_of_other_classes_are_fed_by_their_own_method(self):
        class Counting(asyncio.StreamReader):
            fed = 0

            def feed_data(self, data):
                self.fed += len(data)
                super().feed_data(data)

        async def main():
            ours, theirs = socket.socketpair()
            self.addCleanup(theirs.close)
            reader = Counting(loop=self.loop)
            transport, _ = await self.loop.create_connection(
                lambda: asyncio.StreamReaderProtocol(reader, loop=self.loop), sock=ours
            )
            theirs.send(b"data")
            self.assertEqual(await reader.read(100), b"data")
            self.assertEqual(reader.fed, 4)
            transport.close()

        self.run_async(main())

    def test_a_method_that_was_replaced_is_called(self):
        async def main():
            fed, feed = [], asyncio.StreamReader.feed_data

            def feed_data(reader, data):
                fed.append(data)
                feed(reader, data)

            reader, writer, theirs = await self.connect()
            with unittest.mock.patch.object(asyncio.StreamReader, "feed_data", feed_data):
                theirs.send(b"data")
                self.assertEqual(await reader.read(100), b"data")
            self.assertEqual(fed, [b"data"])

        self.run_async(main())

    def test_what_the_program_makes_ready_joins_the_next_pass(self):
        """A task that a reader woke sends to a socket that is watched: that comes before what it schedules later."""
        order = []

        async def main():
            reader, writer, theirs = await self.connect()
            here, there = socket.socketpair()
            self.addCleanup(here.close)
            self.addCleanup(there.close)
            self.loop.add_reader(here, lambda: (order.append("ready"), self.loop.remove_reader(here)))

            async def woken():
                await reader.read(100)
                order.append("woken")
                there.send(b"x")
                await asyncio.sleep(0)
                order.append("one pass later")
                await asyncio.sleep(0)
                order.append("two passes later")

            task = asyncio.ensure_future(woken())
            await self.passes()
            theirs.send(b"data")
            await task

        self.run_async(main())
        self.assertEqual(order, ["woken", "one pass later", "ready", "two passes later"])

    def test_contexts_of_connections_are_their_own(self):
        import contextvars

        variable = contextvars.ContextVar("variable", default=0)

        class Counting(asyncio.Protocol):
            seen = None

            def data_received(self, data):
                variable.set(variable.get() + 1)
                self.seen = variable.get()

            def connection_lost(self, exc):
                self.lost = variable.get()

        async def main():
            ends = []
            for _ in range(3):
                ours, theirs = socket.socketpair()
                self.addCleanup(theirs.close)
                transport, protocol = await self.loop.create_connection(Counting, sock=ours)
                ends.append((transport, protocol, theirs))
            for count in (1, 2):
                for transport, protocol, theirs in ends[:2]:
                    theirs.send(b"x")
                    while protocol.seen != count:
                        await asyncio.sleep(0)
            for transport, protocol, theirs in ends:
                transport.close()
            await self.passes()
            self.assertEqual(variable.get(), 0)
            self.assertEqual([protocol.seen for _, protocol, _ in ends], [2, 2, None])

        self.run_async(main())
