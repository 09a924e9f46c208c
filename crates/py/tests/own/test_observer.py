"""The observer of a loop is told of every callback and of every wait."""

import asyncio
import gc
import socket
import sys
import unittest
import weakref

import roundel


class Observer(unittest.TestCase):
    def setUp(self):
        self.loop = roundel.new_event_loop()
        self.addCleanup(self.loop.close)
        self.told = []

    def test_callbacks_and_waits(self):
        log = []
        self.loop.set_observer(lambda event, subject: self.told.append((event, subject)))
        first = self.loop.call_soon(log.append, "first")
        second = self.loop.call_later(0.002, log.append, "second")
        last = self.loop.call_later(0.004, self.loop.stop)
        self.loop.run_forever()
        self.assertEqual(log, ["first", "second"])
        ran = [(event, subject) for event, subject in self.told if event in ("begin", "end")]
        self.assertEqual(ran, [(event, handle) for handle in (first, second, last) for event in ("begin", "end")])
        limits = [subject for event, subject in self.told if event == "poll"]
        self.assertTrue(limits and all(0 <= limit < 1 for limit in limits), limits)
        waited = sum(subject[1] for event, subject in self.told if event == "polled")
        self.assertGreater(waited, 0.002)

    def test_no_wait_is_in_vain(self):
        async def main():
            for delay in (1e-2, 1e-4, 1e-6, 1e-8, 1e-10):
                await asyncio.sleep(delay)

        self.loop.set_observer(lambda event, subject: self.told.append(event))
        self.loop.run_until_complete(main())
        # One for each sleep, and for none of them a second one because the first was too short.
        self.assertLessEqual(self.told.count("poll"), 5)

    def test_transports(self):
        async def main():
            ours, theirs = socket.socketpair()
            with theirs:
                got = self.loop.create_future()

                class Protocol(asyncio.Protocol):
                    def data_received(self, data):
                        got.set_result(data)

                transport, _ = await self.loop.create_connection(Protocol, sock=ours)
                theirs.send(b"hello")
                self.loop.set_observer(lambda *event: self.told.append(event))
                self.assertEqual(await got, b"hello")
                self.loop.set_observer(None)
                self.assertIn(("begin", transport), self.told)
                transport.close()
                await asyncio.sleep(0)

        self.loop.run_until_complete(main())
        before = len(self.told)
        self.loop.run_until_complete(asyncio.sleep(0))
        self.assertEqual(len(self.told), before)

    def test_one_that_fails_is_no_part_of_the_program(self):
        failed = []
        hook, sys.unraisablehook = sys.unraisablehook, lambda what: failed.append(what.exc_type)
        self.addCleanup(setattr, sys, "unraisablehook", hook)
        self.loop.set_observer(lambda event, subject: 1 / 0)
        self.assertEqual(self.loop.run_until_complete(asyncio.sleep(0.001, 1)), 1)
        self.assertEqual(set(failed), {ZeroDivisionError})

    def test_it_is_collected_with_its_loop(self):
        loop = roundel.new_event_loop()
        loop.set_observer(lambda event, subject, loop=loop: None)
        gone = weakref.ref(loop)
        loop.close()
        del loop
        gc.collect()
        self.assertIsNone(gone())

    def test_virtual_time_has_the_same_events_every_time(self):
        def record():
            told = []
            with asyncio.Runner(loop_factory=lambda: roundel.new_event_loop(virtual_time=True)) as runner:
                loop = runner.get_loop()
                loop.set_observer(lambda event, subject: told.append((event, round(loop.time(), 6), repr(type(subject)))))
                runner.run(asyncio.wait_for(asyncio.sleep(3600, 1), 7200))
            begin = told[0][1]
            return [(event, round(when - begin, 6), kind) for event, when, kind in told]

        first = record()
        self.assertEqual(first, record())
        self.assertGreater(len(first), 5)
