"""Virtual time: sleeping takes none, in the same order."""

import asyncio
import time
import unittest

import roundel


class VirtualTime(unittest.TestCase):
    def test_a_day_passes_at_once(self):
        async def main():
            loop = asyncio.get_running_loop()
            begin = loop.time()
            log = []

            async def sleeper(name, hours):
                await asyncio.sleep(hours * 3600)
                log.append((name, round((loop.time() - begin) / 3600, 6)))

            await asyncio.gather(sleeper("late", 24), sleeper("early", 1), sleeper("middle", 2))
            return log

        begin = time.monotonic()
        log = roundel.run(main(), virtual_time=True)
        self.assertLess(time.monotonic() - begin, 5)
        self.assertEqual(log, [("early", 1.0), ("middle", 2.0), ("late", 24.0)])

    def test_it_is_the_same_every_time(self):
        async def main():
            loop = asyncio.get_running_loop()
            begin = loop.time()
            times = []
            for number in range(20):
                await asyncio.sleep(0.1 * number)
                times.append(round(loop.time() - begin, 9))
            return times

        self.assertEqual(roundel.run(main(), virtual_time=True), roundel.run(main(), virtual_time=True))

    def test_a_timeout_waits_for_a_thread(self):
        async def main():
            return await asyncio.wait_for(asyncio.to_thread(time.sleep, 0.05), 3)

        self.assertIsNone(roundel.run(main(), virtual_time=True))

    def test_a_timeout_of_an_hour(self):
        async def main():
            with self.assertRaises((TimeoutError, asyncio.TimeoutError)):
                await asyncio.wait_for(asyncio.Event().wait(), 3600)

        roundel.run(main(), virtual_time=True)
