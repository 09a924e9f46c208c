"""The whole of `asyncio.AbstractEventLoop`: nothing of it is left abstract, and everything takes the arguments that it should."""

import asyncio
import inspect
import sys
import sysconfig
import unittest
import warnings

import roundel


class Surface(unittest.TestCase):
    def test_nothing_is_abstract(self):
        names = [name for name, value in vars(asyncio.AbstractEventLoop).items() if inspect.isfunction(value)]
        self.assertGreater(len(names), 50)
        for name in names:
            if not name.startswith("__") and name != "_timer_handle_cancelled":
                with self.subTest(name):
                    ours = inspect.getattr_static(roundel.Loop, name)
                    self.assertIsNot(ours, vars(asyncio.AbstractEventLoop)[name])

    def test_run_in_a_running_loop(self):
        async def main(run):
            inner = asyncio.sleep(0)
            with self.assertRaisesRegex(RuntimeError, r"run\(\) cannot be called from a running event loop"):
                run(inner)
            inner.close()

        for run in (asyncio.run, roundel.run):
            with self.subTest(run.__module__), warnings.catch_warnings():
                # A loop that is made and can not be closed properly would leave coroutines that nobody awaits.
                warnings.simplefilter("error")
                run(main(run))

    @unittest.skipUnless(sysconfig.get_config_var("Py_GIL_DISABLED"), "this interpreter always has its lock")
    def test_a_free_threaded_interpreter_takes_its_lock(self):
        self.assertTrue(sys._is_gil_enabled())

    def test_arguments_are_those_of_asyncio(self):
        for name, value in vars(asyncio.AbstractEventLoop).items():
            if not inspect.isfunction(value) or name.startswith("_"):
                continue
            try:
                ours = inspect.signature(getattr(roundel.Loop, name)).parameters
            except ValueError:
                # Native methods that take what the interpreter has, without a signature.
                continue
            reference = inspect.signature(getattr(asyncio.SelectorEventLoop, name)).parameters
            with self.subTest(name):
                takes_any = any(one.kind is one.VAR_KEYWORD for one in ours.values())
                missing = [] if takes_any else [one for one in reference if one not in ours and one not in ("args", "kwargs")]
                self.assertEqual(missing, [])
                for one in set(reference) & set(ours):
                    self.assertEqual(ours[one].default, reference[one].default, one)


class UnixServer(unittest.TestCase):
    def test_the_socket_file_goes_with_the_server(self):
        """By itself since 3.13, as in asyncio, and in every version if the program says so."""
        import pathlib
        import tempfile

        async def main(path, **options):
            loop = asyncio.get_running_loop()
            server = await loop.create_unix_server(asyncio.Protocol, path, **options)
            server.close()
            await server.wait_closed()
            return pathlib.Path(path).exists()

        new = sys.version_info >= (3, 13)
        for options in ({}, {"cleanup_socket": True}, {"cleanup_socket": False}):
            for factory in (asyncio.SelectorEventLoop, roundel.Loop):
                if options and not new and factory is not roundel.Loop:
                    continue
                with self.subTest((factory, options)), tempfile.TemporaryDirectory() as folder:
                    with asyncio.Runner(loop_factory=factory) as runner:
                        is_left = runner.run(main(f"{folder}/socket", **options))
                    self.assertEqual(is_left, not options.get("cleanup_socket", new))


class Instances(unittest.TestCase):
    def test_handles_come_and_go(self):
        loop = roundel.new_event_loop()
        self.addCleanup(loop.close)
        held = [loop.call_soon(int) for _ in range(50)] + [loop.call_later(1000 + n, int) for n in range(50)]
        for _ in range(3):
            for handle in [loop.call_soon(int) for _ in range(100)]:
                self.assertEqual(handle._args, ())
                self.assertFalse(handle.cancelled())
            loop.call_soon(loop.stop)
            loop.run_forever()
        self.assertEqual([handle.when() > 1000 for handle in held[50:]], [True] * 50)
        self.assertTrue(all(handle._callback is int for handle in held))

    def test_a_long_chain(self):
        loop = roundel.new_event_loop()
        self.addCleanup(loop.close)
        for schedule in (loop.call_soon, lambda callback: loop.call_later(1000, callback)):
            chain = None
            for number in range(300_000):
                handle = schedule(int)
                handle.cancel()
                handle._callback, chain = chain, handle
                if number % 1000 == 0:
                    loop.call_soon(loop.stop)
                    loop.run_forever()
            loop.call_soon(loop.stop)
            loop.run_forever()
            # Each is the last reference to the next.
            del handle, chain

    def test_subclasses_and_references(self):
        import gc
        import weakref

        loop = roundel.new_event_loop()
        self.addCleanup(loop.close)
        ended = []

        class Own(roundel.Handle):
            def __del__(self):
                ended.append(self._callback)

        Own(int, (), loop)
        self.assertEqual(ended, [int])
        handle = loop.call_soon(int)
        reference = weakref.ref(handle, ended.append)
        loop.call_soon(loop.stop)
        loop.run_forever()
        self.assertIs(reference(), handle)
        del handle
        self.assertEqual(ended, [int, reference])

        class Holder:
            pass

        holders = []
        for schedule in (loop.call_soon, lambda callback, *args: loop.call_later(0, callback, *args)):
            holder = Holder()
            holder.handle = schedule(vars, holder)
            holders.append(weakref.ref(holder))
        del holder
        loop.call_later(0.001, loop.stop)
        loop.run_forever()
        gc.collect()
        self.assertEqual([holder() for holder in holders], [None, None])

    def test_a_forgotten_loop_is_collected(self):
        import gc
        import warnings
        import weakref

        loop = roundel.new_event_loop()
        loop.call_soon(int, loop)
        loop.call_later(1000, int, loop)
        reference = weakref.ref(loop)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            del loop
            gc.collect()
        self.assertIsNone(reference())
