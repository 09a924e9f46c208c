"""Order, time, handles, contexts and errors of callbacks."""

import asyncio
import contextvars
import gc
import os
import random
import signal
import sys
import threading
import time
import weakref

from own.loops import on_each


@on_each
class Scheduling:
    def test_exactly_what_is_ready_runs_in_a_pass(self):
        log = []

        def first():
            log.append("first")
            self.loop.call_soon(log.append, "next pass")

        self.loop.call_soon(first)
        self.loop.call_soon(log.append, "second")
        self.run_once()
        self.assertEqual(log, ["first", "second"])
        self.run_once()
        self.assertEqual(log, ["first", "second", "next pass"])

    def test_timers_come_by_time_then_by_insertion(self):
        log = []
        now = self.loop.time()
        # Of equal deadlines asyncio's heap gives any first.
        b = 0.011 if self.is_reference() else 0.01
        for name, delay in (("c", 0.02), ("a", 0.01), ("b", b), ("overdue", -1)):
            self.loop.call_at(now + delay, log.append, name)
        self.loop.call_at(now + 0.03, self.loop.stop)
        self.loop.call_soon(log.append, "soon")
        self.loop.run_forever()
        self.assertEqual(log, ["soon", "overdue", "a", "b", "c"])

    def test_no_sleep_ends_early(self):
        async def main():
            for delay in [0.0003, 0.0005, 0.001, 0.0017] * 25:
                begin = self.loop.time()
                await asyncio.sleep(delay)
                self.assertGreaterEqual(self.loop.time(), begin + delay - 1e-9)

        self.run_async(main())

    def test_half_a_millisecond(self):
        def wait():
            begin = self.loop.time()
            self.loop.call_later(0.0005, self.loop.stop)
            self.loop.run_forever()
            return self.loop.time() - begin

        # On a busy machine most are late; asyncio's wait for epoll has whole milliseconds.
        shortest = min(wait() for _ in range(50))
        self.assertGreaterEqual(shortest, 0.0005 - 1e-9)
        if not self.is_reference():
            self.assertLess(shortest, 0.001)

    def test_handles_are_those_of_asyncio(self):
        handle = self.loop.call_soon(print)
        timer = self.loop.call_later(10, print)
        self.assertIsInstance(handle, asyncio.Handle)
        self.assertIsInstance(timer, asyncio.TimerHandle)
        self.assertGreater(timer.when(), self.loop.time())
        for each in (handle, timer):
            self.assertFalse(each.cancelled())
            each.cancel()
            each.cancel()
            self.assertTrue(each.cancelled())
        self.run_once()

    def test_a_cancelled_handle_lets_go(self):
        class Thing:
            def method(self):
                pass

        thing = Thing()
        gone = weakref.ref(thing)
        handle = self.loop.call_later(100, thing.method)
        handle.cancel()
        del thing
        gc.collect()
        self.assertIsNone(gone())

    def test_many_cancelled_timers_leave_the_others(self):
        log = []
        for number in range(1000):
            handle = self.loop.call_later(0.001 * (number % 7), log.append, number)
            if number % 10:
                handle.cancel()
        self.loop.call_later(0.02, self.loop.stop)
        self.loop.run_forever()
        self.assertEqual(sorted(log), list(range(0, 1000, 10)))

    def test_a_callback_runs_in_its_context(self):
        variable = contextvars.ContextVar("variable", default="outside")
        log = []
        context = contextvars.copy_context()
        context.run(variable.set, "inside")
        self.loop.call_soon(lambda: log.append(variable.get()), context=context)
        self.loop.call_soon(lambda: variable.set("lost"))
        self.loop.call_soon(lambda: log.append(variable.get()))
        self.run_once()
        self.assertEqual(log, ["inside", "outside"])

    def test_each_of_many_callbacks_has_a_context_of_its_own(self):
        variable = contextvars.ContextVar("variable", default="none")
        seen, handles = [], []

        def step(number):
            seen.append((number, variable.get()))
            variable.set(f"changed by {number}")

        for number in range(1000):
            if number % 300 == 0:
                variable.set(number // 300)
            handles.append(self.loop.call_soon(step, number))
        early = handles[800]._context
        self.assertEqual(early[variable], 2)
        self.assertIs(early, handles[800]._context)
        variable.set("later")
        self.run_once()
        self.assertEqual(seen, [(number, number // 300) for number in range(1000)])
        for number in (0, 500, 800, 999):
            self.assertEqual(handles[number]._context[variable], f"changed by {number}")
        self.assertEqual(early[variable], "changed by 800")
        self.assertEqual(len({id(handle._context) for handle in handles}), 1000)

    def test_each_of_many_timers_has_a_context_of_its_own(self):
        variable = contextvars.ContextVar("variable", default=None)
        variable.set("before")
        seen, kept, handles = [], [], []

        def note(number):
            seen.append(variable.get())
            if number % 3 == 0:
                variable.set(number)
            elif number % 3 == 1:
                # Somebody else has it from here on.
                kept.append((number, handles[number]._context))
                variable.set(number)
            else:
                kept.append((None, contextvars.copy_context()))

        handles.extend(self.loop.call_later(0.001, note, number) for number in range(2000))
        variable.set("after")
        self.loop.call_later(0.05, self.loop.stop)
        self.loop.run_forever()
        self.assertEqual(seen, ["before"] * 2000)
        self.assertEqual({context[variable] for number, context in kept if number is None}, {"before"})
        self.assertEqual([context[variable] for number, context in kept if number is not None], list(range(1, 2000, 3)))
        self.assertEqual(self.reported, [])

    def test_contexts_that_nobody_keeps_are_not_mixed_up(self):
        variable = contextvars.ContextVar("variable", default=None)
        seen = []

        def note(number):
            seen.append((number, variable.get()))
            if number % 2:
                variable.set(("changed by", number))

        for part in range(4):
            variable.set(part)
            for number in range(600):
                self.loop.call_soon(note, number)
                self.loop.call_later(0, note, number)
        self.loop.call_later(0.05, self.loop.stop)
        self.loop.run_forever()
        self.assertEqual(len(seen), 4 * 600 * 2)
        expected = [(number, part) for part in range(4) for number in range(600)]
        self.assertEqual(sorted(seen), sorted(expected * 2))

    def test_timers_in_any_order(self):
        chance = random.Random(7)
        for _ in range(20):
            log, begin = [], self.loop.time()
            delays = [chance.choice((0.001, 0.002, chance.random() / 100)) for _ in range(chance.randint(1, 400))]
            # No two are equal: of those asyncio's heap gives any first.
            whens = [begin + delay + place * 1e-9 for place, delay in enumerate(delays)]
            handles = [self.loop.call_at(when, log.append, when) for when in whens]
            gone = set(chance.sample(range(len(handles)), len(handles) * chance.choice((0, 1, 3)) // 4))
            for place in gone:
                handles[place].cancel()
            self.loop.call_at(begin + 0.02, self.loop.stop)
            self.loop.run_forever()
            self.assertEqual(log, sorted(when for place, when in enumerate(whens) if place not in gone))

    def test_many_callbacks_from_a_thread_have_its_context(self):
        variable = contextvars.ContextVar("variable", default="none")
        seen = []

        def work():
            for number in range(1000):
                if number % 10 == 0:
                    variable.set(number)
                self.loop.call_soon_threadsafe(lambda: seen.append(variable.get()))
            self.loop.call_soon_threadsafe(self.loop.stop)

        thread = threading.Thread(target=work)
        self.loop.call_soon(thread.start)
        self.loop.run_forever()
        thread.join()
        self.assertEqual(seen, [number - number % 10 for number in range(1000)])

    def test_what_many_callbacks_saw_is_let_go(self):
        class Value:
            pass

        variable = contextvars.ContextVar("variable")
        value = Value()
        ended = weakref.ref(value)
        token = variable.set(value)
        for _ in range(1000):
            self.loop.call_soon(int)
        variable.reset(token)
        del value, token
        self.run_once()
        # A variable keeps the value that was asked for last.
        variable.set(None)
        variable.get()
        gc.collect()
        self.assertIsNone(ended())

    def test_an_exception_is_reported_and_the_loop_goes_on(self):
        log = []
        self.loop.call_soon(lambda: 1 / 0)
        self.loop.call_soon(log.append, "after")
        self.run_once()
        self.assertEqual(log, ["after"])
        self.assertIsInstance(self.reported[0]["exception"], ZeroDivisionError)
        self.assertIn("Exception in callback", self.reported[0]["message"])
        self.assertIsInstance(self.reported[0]["handle"], asyncio.Handle)

    def test_what_ends_programs_ends_the_run_and_loses_nothing(self):
        log = []

        def interrupt():
            raise KeyboardInterrupt

        self.loop.call_soon(interrupt)
        self.loop.call_soon(log.append, "kept")
        with self.assertRaises(KeyboardInterrupt):
            self.loop.run_forever()
        self.assertEqual(log, [])
        self.run_once()
        self.assertEqual(log, ["kept"])

    def test_a_signal_interrupts_a_waiting_loop(self):
        timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            self.loop.run_forever()
        timer.join()

    def test_a_signal_handler_is_a_callback(self):
        log = []
        self.loop.add_signal_handler(signal.SIGUSR1, lambda: (log.append("usr1"), self.loop.stop()))
        self.loop.call_later(0.01, os.kill, os.getpid(), signal.SIGUSR1)
        self.loop.run_forever()
        self.assertEqual(log, ["usr1"])
        self.assertTrue(self.loop.remove_signal_handler(signal.SIGUSR1))
        self.assertFalse(self.loop.remove_signal_handler(signal.SIGUSR1))

    def test_a_thread_wakes_the_loop(self):
        thread = threading.Timer(0.02, self.loop.call_soon_threadsafe, (self.loop.stop,))
        thread.start()
        self.loop.run_forever()
        thread.join()

    def test_threads_are_not_starved_by_a_waiting_loop(self):
        count = 0

        def work():
            nonlocal count
            for count in range(1000):
                pass
            self.loop.call_soon_threadsafe(self.loop.stop)

        thread = threading.Thread(target=work)
        self.loop.call_soon(thread.start)
        self.loop.run_forever()
        thread.join()
        self.assertEqual(count, 999)

    def test_a_loop_made_here_runs_in_another_thread(self):
        results = []

        def run():
            results.append(self.loop.run_until_complete(asyncio.sleep(0.01, "done")))

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        self.assertEqual(results, ["done"])

    def test_after_close(self):
        self.loop.close()
        self.loop.close()
        self.assertTrue(self.loop.is_closed())
        for call in (
            lambda: self.loop.call_soon(print),
            lambda: self.loop.call_soon_threadsafe(print),
            lambda: self.loop.call_later(1, print),
            lambda: self.loop.call_at(1, print),
            lambda: self.loop.add_reader(0, print),
            lambda: self.loop.run_forever(),
            lambda: self.loop.run_in_executor(None, print),
        ):
            with self.assertRaisesRegex(RuntimeError, "Event loop is closed"):
                call()
        self.assertFalse(self.loop.remove_reader(0))

    def test_a_closed_loop_has_no_descriptors(self):
        def count():
            return len(os.listdir("/proc/self/fd"))

        before = count()
        loops = [type(self.loop)() for _ in range(5)]
        for loop in loops:
            loop.run_until_complete(asyncio.sleep(0.001))
            loop.close()
        self.assertEqual(count(), before)
        self.assertAlmostEqual(loops[0].time(), time.monotonic(), delta=1)

    def test_a_running_loop_is_not_closed_or_run_again(self):
        async def main():
            for call in (self.loop.close, self.loop.run_forever):
                with self.assertRaises(RuntimeError):
                    call()

        self.run_async(main())

    def test_a_task_starts_eagerly(self):
        if sys.version_info < (3, 12) or (self.is_reference() and sys.version_info < (3, 13, 3)):
            self.skipTest("asyncio's tasks can not, or its loop does not pass it on")

        async def leaf():
            return asyncio.current_task().get_name()

        async def main():
            task = self.loop.create_task(leaf(), eager_start=True, name="eager")
            self.assertTrue(task.done())
            return await task

        for debug in (False, True):
            self.loop.set_debug(debug)
            self.assertEqual(self.run_async(main()), "eager")

    def test_a_task_knows_its_loop_and_where_it_was_made(self):
        async def leaf():
            return asyncio.get_running_loop()

        def make():
            return self.loop.create_task(leaf())

        async def main():
            return make(), make()

        other = self.factory()
        self.addCleanup(other.close)
        self.assertIs(self.loop.run_until_complete(make()), self.loop)

        async def foreign():
            # Made while another loop runs.
            return make()

        task = other.run_until_complete(foreign())
        self.assertIs(task.get_loop(), self.loop)
        self.assertIs(self.loop.run_until_complete(task), self.loop)
        self.loop.set_debug(True)
        for task in self.run_async(main()):
            self.assertEqual(task._source_traceback[-1].name, "make")
            self.assertIs(self.run_async(task), self.loop)

    def test_bad_arguments(self):
        for call in (
            lambda: self.loop.call_later(None, print),
            lambda: self.loop.call_at(None, print),
            lambda: self.loop.call_soon(),
            lambda: self.loop.call_later("soon", print),
        ):
            with self.assertRaises(TypeError):
                call()
        for descriptor in (-1, "x", object()):
            with self.assertRaises(ValueError):
                self.loop.add_reader(descriptor, print)
        with self.assertRaises(PermissionError), open(__file__) as file:
            self.loop.add_reader(file, print)

    def test_debug_mode(self):
        self.loop.set_debug(True)
        self.loop.slow_callback_duration = 0.01
        with self.assertRaises(TypeError):
            self.loop.call_soon(asyncio.sleep)
        with self.assertLogs("asyncio", "WARNING") as logs:
            self.loop.call_soon(time.sleep, 0.02)
            self.run_once()
        self.assertRegex(logs.output[0], r"Executing <Handle .*sleep.* took 0\.0\d\d seconds")

        errors = []

        def from_another_thread():
            try:
                self.loop.call_soon(print)
            except RuntimeError as error:
                errors.append(str(error))

        async def main():
            thread = threading.Thread(target=from_another_thread)
            thread.start()
            thread.join()

        self.run_async(main())
        self.assertRegex(errors[0], "Non-thread-safe operation")

    def test_a_fork_leaves_the_parent_alone(self):
        async def main():
            reader, writer = os.pipe()
            got = self.loop.create_future()
            self.loop.add_reader(reader, lambda: got.set_result(os.read(reader, 10)))
            child = os.fork()
            if child == 0:
                try:
                    self.loop.remove_reader(reader)
                    fresh = type(self.loop)()
                    status = fresh.run_until_complete(asyncio.sleep(0.01, 7))
                    os._exit(status)
                finally:
                    os._exit(1)
            _, status = os.waitpid(child, 0)
            self.assertEqual(os.waitstatus_to_exitcode(status), 7)
            os.write(writer, b"still")
            self.assertEqual(await got, b"still")
            self.loop.remove_reader(reader)
            os.close(reader)
            os.close(writer)

        if self.is_reference():
            self.skipTest("asyncio's loop shares its epoll with the child")
        self.run_async(main())

    def test_signals_of_a_forked_child_are_its_own(self):
        if self.is_reference():
            self.skipTest("asyncio's loop shares its sockets with the child, or has no signals there")
        handled = []
        self.loop.add_signal_handler(signal.SIGUSR1, handled.append, "a signal")

        def passes():
            self.run_once()
            self.run_once()

        def in_child(and_then):
            child = os.fork()
            if child == 0:
                try:
                    os.kill(os.getpid(), signal.SIGUSR1)
                    and_then()
                    os._exit(10 + len(handled))
                finally:
                    os._exit(1)
            _, status = os.waitpid(child, 0)
            passes()
            return os.waitstatus_to_exitcode(status)

        self.assertEqual(in_child(lambda: None), 10)
        self.assertEqual(in_child(passes), 11)
        self.assertEqual(handled, [])
        os.kill(os.getpid(), signal.SIGUSR1)
        passes()
        self.assertEqual(handled, ["a signal"])
        self.loop.remove_signal_handler(signal.SIGUSR1)
