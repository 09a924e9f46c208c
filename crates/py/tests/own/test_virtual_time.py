"""Virtual time: sleeping takes none, in the same order."""

import asyncio
import subprocess
import sys
import tempfile
import textwrap
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

    def test_sockets_of_the_program_take_no_time(self):
        async def talk(connect, serve):
            loop = asyncio.get_running_loop()
            log = []

            async def echo(reader, writer):
                while data := await reader.read(100):
                    await asyncio.sleep(60)
                    writer.write(data)
                writer.close()

            server = await serve(echo)
            begin = loop.time()

            async def client(number):
                reader, writer = await connect(server)
                for step in range(3):
                    await asyncio.sleep(number)
                    writer.write(b"%d" % step)
                    data = await asyncio.wait_for(reader.read(100), 3600)
                    log.append((number, data, round(loop.time() - begin, 3)))
                writer.close()

            await asyncio.gather(*(client(number) for number in (1, 2, 3)))
            # A server that nobody talks to does not hold the clock.
            await asyncio.sleep(86400)
            server.close()
            return log

        def of_tcp():
            return talk(
                lambda server: asyncio.open_connection(*server.sockets[0].getsockname()),
                lambda echo: asyncio.start_server(echo, "127.0.0.1", 0),
            )

        begin = time.monotonic()
        first = roundel.run(of_tcp(), virtual_time=True)
        self.assertEqual(first, roundel.run(of_tcp(), virtual_time=True))
        self.assertEqual(first[:3], [(1, b"0", 61.0), (2, b"0", 62.0), (3, b"0", 63.0)])
        self.assertEqual(len(first), 9)
        with tempfile.TemporaryDirectory() as folder:
            of_unix = talk(
                lambda server: asyncio.open_unix_connection(f"{folder}/socket"),
                lambda echo: asyncio.start_unix_server(echo, f"{folder}/socket"),
            )
            self.assertEqual(roundel.run(of_unix, virtual_time=True), first)
        self.assertLess(time.monotonic() - begin, 15)

    def test_a_process_takes_the_time_of_the_world(self):
        async def main():
            loop = asyncio.get_running_loop()
            process = await asyncio.create_subprocess_exec("sleep", "0.1")
            waiting = asyncio.create_task(process.wait())
            done, _ = await asyncio.wait([waiting], timeout=5)
            return bool(done), loop.time()

        self.assertTrue(roundel.run(main(), virtual_time=True)[0])

    def test_repeated_to_the_last_digit(self):
        """Clients of a server, one process each run: what they say and when."""
        program = """
            import asyncio, roundel

            async def main():
                loop = asyncio.get_running_loop()
                begin = loop.time()

                def say(*words):
                    print(repr(loop.time() - begin), *words)

                async def echo(reader, writer):
                    while line := await reader.readline():
                        await asyncio.sleep(0.5)
                        writer.write(line)
                    writer.close()

                async def client(number, address):
                    reader, writer = await asyncio.open_connection(*address)
                    for step in range(3):
                        writer.write(b"%d %d\\n" % (number, step))
                        try:
                            async with asyncio.timeout(0.3 + 0.3 * (step % 2)):
                                say(number, "heard", await reader.readline())
                        except TimeoutError:
                            say(number, "timed out")
                            say(number, "heard later", await reader.readline())
                    writer.close()

                server = await asyncio.start_server(echo, "127.0.0.1", 0)
                address = server.sockets[0].getsockname()
                await asyncio.gather(*(client(number, address) for number in range(4)), asyncio.sleep(3600))
                say("over")
                server.close()

            roundel.run(main(), virtual_time=True)
        """
        command = [sys.executable, "-c", textwrap.dedent(program)]
        runs = [subprocess.run(command, capture_output=True, text=True, timeout=60) for _ in range(4)]
        self.assertEqual(runs[0].returncode, 0, runs[0].stderr)
        self.assertEqual(len(runs[0].stdout.splitlines()), 4 * (2 + 1 + 2) + 1)
        self.assertEqual({run.stdout for run in runs}, {runs[0].stdout})
