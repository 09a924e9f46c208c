"""That nothing is left behind: objects and memory over many connections, callbacks and operations."""

import asyncio
import collections
import contextvars
import gc
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import warnings
import weakref

from own.loops import on_each


class Talker(asyncio.Protocol):
    """Says something, hears it again and closes. It and its transport are a cycle, which the collector has to find."""

    def __init__(self, over):
        self.over = over

    def connection_made(self, transport):
        self.transport = transport
        transport.write(b"x" * 100)

    def data_received(self, data):
        self.transport.close()

    def connection_lost(self, exc):
        self.over.set_result(None)


class Echo(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.transport.write(data)


def resident_kib():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def objects():
    gc.collect()
    return collections.Counter(type(thing).__name__ for thing in gc.get_objects())


def descriptors():
    return len(os.listdir("/proc/self/fd"))


@on_each
class Leaks:
    def assert_same_objects(self, before):
        # Not what a first use makes once, nor the timers that were cancelled: a loop drops them when they are a hundred.
        more = {name: count for name, count in (objects() - before).items() if count > 120}
        self.assertEqual(more, {})

    async def talk(self, address, count, **options):
        for _ in range(count // 20):
            over = [self.loop.create_future() for _ in range(20)]
            for future in over:
                await self.loop.create_connection(lambda: Talker(future), *address, **options)
            await asyncio.gather(*over)

    def test_ten_thousand_connections(self):
        async def main():
            server = await self.loop.create_server(Echo, "127.0.0.1", 0)
            address = server.sockets[0].getsockname()
            await self.talk(address, 1000)
            await asyncio.sleep(0.05)
            before, open_before = objects(), descriptors()
            memory = resident_kib()
            await self.talk(address, 10_000)
            await asyncio.sleep(0.05)
            self.assert_same_objects(before)
            self.assertLess(resident_kib() - memory, 4096)
            self.assertEqual(descriptors(), open_before)
            server.close()
            await server.wait_closed()

        self.run_async(main(), timeout=180)

    def test_connections_over_tls(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                f"openssl req -x509 -newkey rsa:2048 -nodes -keyout {folder}/key -out {folder}/cert -days 2 -subj /CN=localhost",
                shell=True, check=True, capture_output=True,
            )
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(f"{folder}/cert", f"{folder}/key")
        client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        client.check_hostname = False
        client.verify_mode = ssl.CERT_NONE

        async def main():
            server = await self.loop.create_server(Echo, "127.0.0.1", 0, ssl=context)
            address = server.sockets[0].getsockname()
            await self.talk(address, 40, ssl=client)
            await asyncio.sleep(0.1)
            before, open_before = objects(), descriptors()
            await self.talk(address, 300, ssl=client)
            await asyncio.sleep(0.1)
            self.assert_same_objects(before)
            self.assertEqual(descriptors(), open_before)
            server.close()
            await server.wait_closed()

        self.run_async(main(), timeout=180)

    def test_handles_in_cycles(self):
        def make(count):
            class Holder:
                def note(self):
                    pass

            for number in range(count):
                holder = Holder()
                holder.soon = self.loop.call_soon(holder.note)
                holder.later = self.loop.call_later(0, holder.note)
                holder.never = self.loop.call_later(1000, holder.note)
                holder.never.cancel()
                holder.cancelled = self.loop.call_soon(holder.note)
                holder.cancelled.cancel()
                if number % 100 == 0:
                    self.run_once()
            self.loop.call_later(0.002, self.loop.stop)
            self.loop.run_forever()

        make(1000)
        before = objects()
        make(20_000)
        self.run_once()
        self.assert_same_objects(before)

    def test_exceptions_and_tasks_in_cycles(self):
        async def fail(number):
            me = asyncio.current_task()
            await asyncio.sleep(0)
            raise ValueError(number, me)

        async def main(count):
            for number in range(count):
                with self.assertRaises(ValueError):
                    await asyncio.ensure_future(fail(number))
                waiting = asyncio.ensure_future(asyncio.sleep(100))
                await asyncio.sleep(0)
                waiting.cancel()

        self.run_async(main(100))
        before = objects()
        self.run_async(main(3000), timeout=60)
        self.assert_same_objects(before)

    def test_socket_operations(self):
        async def main(count):
            left, right = socket.socketpair()
            with left, right:
                left.setblocking(False)
                right.setblocking(False)
                for number in range(count):
                    receiving = asyncio.ensure_future(self.loop.sock_recv(left, 100))
                    await asyncio.sleep(0)
                    if number % 3 == 0:
                        receiving.cancel()
                    await self.loop.sock_sendall(right, b"x")
                    if number % 3 == 0:
                        await self.loop.sock_recv(left, 100)
                    else:
                        await receiving

        self.run_async(main(200))
        before, open_before = objects(), descriptors()
        self.run_async(main(5000), timeout=60)
        self.assert_same_objects(before)
        self.assertEqual(descriptors(), open_before)

    def test_processes(self):
        async def main(count):
            for _ in range(count):
                process = await asyncio.create_subprocess_exec(
                    "cat", stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
                out, _ = await process.communicate(b"through")
                self.assertEqual(out, b"through")
                self.assertEqual(process.returncode, 0)

        if self.is_reference() and sys.version_info < (3, 12):
            self.skipTest("its child watchers need the main loop")
        self.run_async(main(3))
        before, open_before = objects(), descriptors()
        self.run_async(main(40), timeout=60)
        self.assert_same_objects(before)
        self.assertEqual(descriptors(), open_before)

    def test_a_forgotten_loop_whose_callbacks_know_it(self):
        variable = contextvars.ContextVar("variable")

        class Value:
            pass

        def forget():
            value = Value()
            value.loop = self.factory()
            variable.set(value)
            for _ in range(1000):
                value.loop.call_soon(int)
            return weakref.ref(value)

        ended = contextvars.copy_context().run(forget)
        # A variable keeps the value that was asked for last.
        variable.set(None)
        variable.get()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()
        self.assertIsNone(ended())

    def test_loops(self):
        def make(count):
            for _ in range(count):
                loop = self.factory()
                loop.call_later(1000, print, loop)
                loop.call_soon(print, loop).cancel()
                loop.run_until_complete(asyncio.sleep(0))
                loop.close()

        make(20)
        before, open_before, memory = objects(), descriptors(), resident_kib()
        make(300)
        self.assert_same_objects(before)
        self.assertEqual(descriptors(), open_before)
        self.assertLess(resident_kib() - memory, 4096)
