"""Interrupts, exceptions, forks and threads where they fit least, and what comes after the end. The messages are CPython's."""

import asyncio
import gc
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time

from own.loops import on_each
from own.test_leaks import resident_kib


class Interrupting(asyncio.Protocol):
    """Raises in the method that it is told."""

    def __init__(self, method, exception):
        self.method, self.exception, self.log = method, exception, []

    def note(self, method):
        self.log.append(method)
        if method == self.method:
            self.method = None
            raise self.exception

    def connection_made(self, transport):
        self.transport = transport
        self.note("connection_made")

    def data_received(self, data):
        self.note("data_received")

    def eof_received(self):
        self.note("eof_received")

    def pause_writing(self):
        self.note("pause_writing")

    def resume_writing(self):
        self.note("resume_writing")

    def connection_lost(self, exc):
        self.note("connection_lost")


class InterruptingBuffers(asyncio.BufferedProtocol, Interrupting):
    def get_buffer(self, sizehint):
        self.note("get_buffer")
        return bytearray(100)

    def buffer_updated(self, nbytes):
        self.note("buffer_updated")


@on_each
class BadMoments:
    METHODS = ("connection_made", "data_received", "eof_received", "pause_writing", "resume_writing", "connection_lost")

    def provoke(self, protocol):
        """Makes a connection have everything happen to it. The answer is what came out of the loop."""
        ours, theirs = socket.socketpair()
        self.addCleanup(theirs.close)
        theirs.setblocking(False)
        raised = []

        async def main():
            transport, _ = await self.loop.create_connection(lambda: protocol, sock=ours)
            theirs.send(b"hello")
            await asyncio.sleep(0.002)
            transport.write(b"x" * 1_000_000)
            for _ in range(200):
                try:
                    while theirs.recv(1_000_000):
                        pass
                except OSError:
                    pass
                await asyncio.sleep(0)
            theirs.close()
            await asyncio.sleep(0.002)
            transport.abort()
            await asyncio.sleep(0)

        task = self.loop.create_task(main())
        while not task.done():
            try:
                self.loop.run_until_complete(asyncio.wait([task], timeout=5))
            except (KeyboardInterrupt, SystemExit) as error:
                raised.append(type(error))
                if self.loop.is_running():
                    self.fail("the loop still runs")
        if task.exception() is not None:
            raised.append(type(task.exception()))
        return raised

    def test_what_ends_programs_in_protocols(self):
        for exception in (KeyboardInterrupt, SystemExit):
            for method in self.METHODS:
                with self.subTest(f"{exception.__name__} in {method}"):
                    raised = self.provoke(Interrupting(method, exception))
                    self.assertIn(exception, raised)
            for method in ("get_buffer", "buffer_updated"):
                with self.subTest(f"{exception.__name__} in {method}"):
                    self.assertIn(exception, self.provoke(InterruptingBuffers(method, exception)))
        self.loop.run_until_complete(asyncio.sleep(0.001))

    def test_exceptions_in_protocols(self):
        for method in (*self.METHODS, "get_buffer", "buffer_updated"):
            self.reported.clear()
            kind = InterruptingBuffers if "buffer" in method else Interrupting
            with self.subTest(method):
                self.assertEqual(self.provoke(kind(method, ZeroDivisionError)), [])
                self.assertEqual([type(context["exception"]) for context in self.reported], [ZeroDivisionError])

    def test_an_interrupt_in_a_task_is_not_lost(self):
        async def main():
            await asyncio.sleep(0)
            raise KeyboardInterrupt

        task = self.loop.create_task(main())
        with self.assertRaises(KeyboardInterrupt):
            self.loop.run_until_complete(asyncio.sleep(1))
        self.assertTrue(task.done())
        self.assertRaises(KeyboardInterrupt, task.result)

    def test_a_runner_cancels_its_program(self):
        for wait in ("asyncio.sleep(10)", "spin()"):
            log = []

            async def spin():
                while True:
                    await asyncio.sleep(0)

            async def main():
                threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
                try:
                    await eval(wait, {"asyncio": asyncio, "spin": spin})
                except asyncio.CancelledError:
                    log.append("cancelled")
                    raise

            with self.subTest(wait):
                with self.assertRaises(KeyboardInterrupt):
                    with asyncio.Runner(loop_factory=self.factory) as runner:
                        runner.run(main())
                self.assertEqual(log, ["cancelled"])

    def test_a_storm_of_signals(self):
        # In a process of its own: an interrupt may come at any line of this one.
        package, factory = ("asyncio", "SelectorEventLoop") if self.is_reference() else ("roundel", "Loop")
        program = f"""
            import asyncio, os, signal, socket, threading, time, {package}
            caught, go, over = 0, False, False

            def handler(*_):
                # One at a time: the next one must not hit whoever deals with this one.
                global go
                if go:
                    go = False
                    raise KeyboardInterrupt

            def storm():
                while not over:
                    if go:
                        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
                    time.sleep(0.0005)

            left, right = socket.socketpair()
            left.setblocking(False)
            right.setblocking(False)

            def tick(loop):
                loop.call_later(0.0001, tick, loop)
                loop.call_soon(int)

            async def talk(loop):
                while True:
                    await loop.sock_sendall(right, b"x")
                    await loop.sock_recv(left, 10)
                    # Neither has to wait: without this the time limit would never be looked at, and an interrupt that
                    # somebody swallows (logging does) would be the last.
                    await asyncio.sleep(0)

            loop = {package}.{factory}()
            signal.signal(signal.SIGINT, handler)
            thread = threading.Thread(target=storm)
            thread.start()
            while caught < 100:
                try:
                    go = True
                    while True:
                        loop.call_soon(tick, loop)
                        loop.run_until_complete(asyncio.wait_for(talk(loop), 0.05))
                except (KeyboardInterrupt, asyncio.TimeoutError):
                    caught += 1
                except RuntimeError as error:
                    # The interrupt came between the run and its end, which no loop can undo.
                    assert "running" in str(error), error
                    asyncio._set_running_loop(None)
                    loop = {package}.{factory}()
            over = True
            thread.join()
            fresh = {package}.{factory}()
            print(fresh.run_until_complete(asyncio.sleep(0.001, "survived")), flush=True)
            os._exit(0)
        """
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60
        )
        self.assertEqual(done.stdout, "survived\n", done.stderr[-2000:])

    def test_objects_that_act_when_they_go(self):
        log = []

        class Acts:
            def __init__(self, action):
                self.action = action

            def __call__(self, *_):
                pass

            def __del__(self):
                self.action()

        def fail():
            raise ZeroDivisionError

        unraisable = []
        hook, sys.unraisablehook = sys.unraisablehook, lambda what: unraisable.append(what.exc_type)
        self.addCleanup(setattr, sys, "unraisablehook", hook)
        timers = [self.loop.call_later(1000, print) for _ in range(300)]
        for action in (
            lambda: self.loop.call_soon(log.append, "soon"),
            lambda: self.loop.call_later(0, log.append, "later"),
            lambda: [timer.cancel() for timer in timers],
            gc.collect,
            fail,
        ):
            self.loop.call_soon(Acts(action))
            self.loop.call_soon(print, Acts(action)).cancel()
            self.loop.call_later(0.0005, Acts(action)).cancel()
            self.loop.call_later(0.0005, Acts(action))
        self.loop.call_later(0.01, self.loop.stop)
        self.loop.run_forever()
        self.assertEqual(sorted(log), ["later"] * 4 + ["soon"] * 4)
        self.assertEqual(unraisable, [ZeroDivisionError] * 4)
        self.assertEqual(self.reported, [])

    def test_an_exception_handler_that_fails(self):
        def handler(loop, context):
            raise ValueError("in the handler")

        self.loop.set_exception_handler(handler)
        self.loop.call_soon(lambda: 1 / 0)
        with self.assertLogs("asyncio", "ERROR") as logs:
            self.run_once()
        self.assertIn("Unhandled error in exception handler", logs.output[0])

    def test_stopped_and_run_again(self):
        log = []
        self.loop.stop()
        self.loop.call_soon(log.append, 1)
        self.loop.run_forever()
        self.assertEqual(log, [1])
        for number in range(2, 50):
            self.loop.call_soon(log.append, number)
            self.loop.call_soon(self.loop.stop)
            self.loop.run_forever()
        self.assertEqual(log, list(range(1, 50)))
        with self.assertRaisesRegex(RuntimeError, "^Event loop stopped before Future completed.$"):
            self.loop.call_soon(self.loop.stop)
            self.loop.run_until_complete(self.loop.create_future())

    def test_messages(self):
        async def main():
            with self.assertRaisesRegex(RuntimeError, "^Cannot close a running event loop$"):
                self.loop.close()
            other = self.factory()
            with self.assertRaisesRegex(RuntimeError, "^Cannot run the event loop while another loop is running$"):
                other.run_forever()
            other.close()
            with self.assertRaisesRegex(RuntimeError, "^This event loop is already running$"):
                self.loop.run_forever()

        self.run_async(main())
        with self.assertRaisesRegex(TypeError, "^An asyncio.Future, a coroutine or an awaitable is required$"):
            self.loop.run_until_complete(int)
        with self.assertRaisesRegex(TypeError, "^A callable object or None is expected, got 3$"):
            self.loop.set_exception_handler(3)
        with self.assertRaisesRegex(TypeError, "^task factory must be a callable or None$"):
            self.loop.set_task_factory(3)
        with self.assertRaisesRegex(TypeError, "^executor must be ThreadPoolExecutor instance$"):
            self.loop.set_default_executor(3)
        with self.assertRaisesRegex(ValueError, "^invalid signal number 1000$"):
            self.loop.add_signal_handler(1000, print)
        with self.assertRaisesRegex(TypeError, "^sig must be an int, not 'x'$"):
            self.loop.add_signal_handler("x", print)
        with self.assertRaisesRegex(TypeError, "^coroutines cannot be used with add_signal_handler\\(\\)$"):
            self.loop.add_signal_handler(signal.SIGUSR1, asyncio.sleep)

    def test_transports_after_the_loop(self):
        ours, theirs = socket.socketpair()
        self.addCleanup(theirs.close)

        async def main():
            return await self.loop.create_connection(asyncio.Protocol, sock=ours)

        transport, _ = self.run_async(main())
        waiting = self.loop.sock_recv(theirs, 10)
        self.loop.close()
        with self.assertRaisesRegex(RuntimeError, "^Event loop is closed$"):
            transport.close()
        transport.write(b"too late")
        self.assertTrue(transport.is_closing())
        repr(transport)
        waiting.close()
        coroutine = asyncio.sleep(0)
        for call in (
            lambda: self.loop.create_task(coroutine),
            lambda: self.loop.run_until_complete(coroutine),
            lambda: self.loop.run_in_executor(None, int),
            lambda: self.loop.add_writer(theirs, int),
            lambda: self.loop.add_signal_handler(signal.SIGUSR1, int),
        ):
            with self.assertRaisesRegex(RuntimeError, "^Event loop is closed$"):
                call()
        coroutine.close()
        ours.close()

    def test_many_threads(self):
        seen = {number: [] for number in range(8)}
        left = len(seen)

        def note(thread, number):
            nonlocal left
            seen[thread].append(number)
            if number == 2999:
                left -= 1
                if not left:
                    self.loop.stop()

        def work(thread):
            for number in range(3000):
                self.loop.call_soon_threadsafe(note, thread, number)

        threads = [threading.Thread(target=work, args=(number,)) for number in seen]
        for thread in threads:
            thread.start()
        self.loop.run_forever()
        for thread in threads:
            thread.join()
        self.assertEqual(seen, {number: list(range(3000)) for number in seen})

    def test_a_loop_that_is_closed_while_threads_call(self):
        errors, over = [], threading.Event()

        def work():
            try:
                while not over.is_set():
                    self.loop.call_soon_threadsafe(int)
            except RuntimeError as error:
                errors.append(str(error))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(20):
            self.loop.run_until_complete(asyncio.sleep(0.001))
        self.loop.close()
        time.sleep(0.01)
        over.set()
        for thread in threads:
            thread.join()
        self.assertLessEqual(set(errors), {"Event loop is closed"})
        self.assertTrue(errors)

    def test_loops_side_by_side_in_threads(self):
        results = []

        def run(number):
            async def main():
                server = await asyncio.start_server(echo, "127.0.0.1", 0)
                address = server.sockets[0].getsockname()
                reader, writer = await asyncio.open_connection(*address)
                for step in range(50):
                    writer.write(b"%d" % step)
                    assert await reader.read(100) == b"%d" % step
                writer.close()
                await writer.wait_closed()
                server.close()
                return number

            async def echo(reader, writer):
                while data := await reader.read(100):
                    writer.write(data)
                writer.close()

            loop = self.factory()
            results.append(loop.run_until_complete(main()))
            loop.run_until_complete(asyncio.sleep(0.005))
            loop.close()

        threads = [threading.Thread(target=run, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(results), list(range(6)))

    def test_a_process_that_is_forked_runs_a_loop_of_its_own(self):
        def child(factory, queue):
            async def main():
                return await asyncio.gather(asyncio.sleep(0.001, 1), asyncio.to_thread(lambda: 2))

            with asyncio.Runner(loop_factory=factory) as runner:
                queue.put(runner.run(main()))

        async def main():
            context = multiprocessing.get_context("fork")
            queue = context.Queue()
            process = context.Process(target=child, args=(self.factory, queue))
            process.start()
            result = await asyncio.to_thread(queue.get, True, 20)
            await asyncio.to_thread(process.join)
            return result, process.exitcode

        self.assertEqual(self.run_async(main()), ([1, 2], 0))

    def test_threads_at_work_when_the_interpreter_ends(self):
        program = """
            import asyncio, sys, threading, time
            factory = asyncio.SelectorEventLoop
            if sys.argv[1] == "ours":
                import roundel
                factory = roundel.Loop

            class Busy(asyncio.Protocol):
                def connection_made(self, transport):
                    self.transport = transport
                    transport.write(b"x")

                def data_received(self, data):
                    sum(range(500))
                    self.transport.write(data)

            async def talk():
                loop = asyncio.get_running_loop()
                server = await loop.create_server(Busy, "127.0.0.1", 0)
                await loop.create_connection(Busy, *server.sockets[0].getsockname())
                await asyncio.Event().wait()

            async def spin():
                while True:
                    sum(range(500))
                    await asyncio.sleep(0)

            for main in (spin, spin, talk, talk):
                threading.Thread(target=lambda: factory().run_until_complete(main()), daemon=True).start()
                time.sleep(0.05)

            class Late:
                def __del__(self):
                    for _ in range(20):
                        time.sleep(0.005)

            sys.modules["late"] = Late()
        """
        which = "asyncio" if self.is_reference() else "ours"
        # A free-threaded interpreter says that it takes its lock back.
        quiet = "ignore:The global interpreter lock:RuntimeWarning"
        command = [sys.executable, "-W", quiet, "-c", textwrap.dedent(program), which]
        for _ in range(3):
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_what_is_put_into_a_handle(self):
        seen = []
        self.loop.call_soon(seen.append, 1)._args = [2]
        self.loop.call_soon(seen.append, 1)._callback = 5
        self.loop.call_soon(seen.append, 3)
        self.run_once()
        self.assertEqual(seen, [2, 3])
        self.assertEqual([type(context["exception"]) for context in self.reported], [TypeError])

    def test_a_socket_that_says_a_number_of_its_own(self):
        class Wrong(socket.socket):
            def fileno(self):
                return 2**26

        ours, theirs = socket.socketpair()
        self.addCleanup(theirs.close)
        sock = Wrong(fileno=ours.detach())
        self.addCleanup(sock.close)

        async def main():
            connecting = self.loop.create_connection(asyncio.Protocol, sock=sock)
            connecting = asyncio.ensure_future(connecting)
            await asyncio.sleep(0.001)
            connecting.cancel()
            await asyncio.wait([connecting])
            if not connecting.cancelled() and connecting.exception() is None:
                connecting.result()[0].abort()
            await asyncio.sleep(0.001)

        before = resident_kib()
        self.run_async(main())
        self.assertEqual([type(context["exception"]) for context in self.reported][:1], [OSError])
        self.assertLess(resident_kib() - before, 100_000)

    def test_other_interpreters_are_refused(self):
        if self.is_reference():
            self.skipTest("it is Python, of which each interpreter has its own")
        program = """
            try:
                from concurrent import interpreters
                create, run = interpreters.create, lambda it, code: it.exec(code)
            except ImportError:
                try:
                    import _interpreters as interpreters
                except ImportError:
                    import _xxsubinterpreters as interpreters
                create, run = interpreters.create, interpreters.run_string
            code = "try:\\n import roundel\\nexcept ImportError as error:\\n print(error, flush=True)"
            run(create(), code)
            import asyncio, roundel
            print(roundel.run(asyncio.sleep(0.001, "the main one is not")), flush=True)
            run(create(), code)
        """
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60
        )
        refused = "module roundel._roundel does not support loading in subinterpreters"
        self.assertEqual(done.stdout.splitlines(), [refused, "the main one is not", refused], done.stderr)
