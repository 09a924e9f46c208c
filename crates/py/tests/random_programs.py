"""Random asyncio programs from seeds, on asyncio's loop and on ours: the same output.

    python random_programs.py [--seeds N] [--first SEED] [--show SEED]

A program is a tree of tasks that log what they do: callbacks, sleeps, futures, locks, queues, events, groups, timeouts,
cancellation, exceptions, contexts, generators, eager tasks, socket pairs by streams, by `sock_*` and by readers. At its end come
things that take the world's time, one after another (`random_world.py`). Its output is decided by the loop's order alone in virtual
time, which asyncio's loop is given by a selector that turns a clock forward instead of waiting. In real time, where a busy
machine could be slower than a deadline, all delays are 0.
"""

import argparse
import asyncio
import contextvars
import random
import selectors
import socket
import sys

import roundel
from random_world import World


VARIABLE = contextvars.ContextVar("variable", default="unset")


class Program(World):
    def __init__(self, seed, loop, step_seconds):
        self.random = random.Random(seed)
        self.loop = loop
        self.log = []
        self.names = 0
        self.budget = self.random.randint(10, 60)
        self.deadlines = 0
        self.step_seconds = step_seconds
        # A task that nobody holds ends when the collector comes by, which is at another moment in every process.
        self.spawned = []

    def say(self, *words):
        self.log.append(" ".join(map(str, words)))

    def name(self, kind):
        self.names += 1
        return f"{kind}{self.names}"

    def deadline(self):
        """A delay that no other has: asyncio's heap has no order among equals."""
        self.deadlines += 1
        return self.step_seconds * self.deadlines

    async def main(self):
        self.lock = asyncio.Lock()
        self.queue = asyncio.Queue(2)
        self.event = asyncio.Event()
        self.semaphore = asyncio.Semaphore(2)
        self.condition = asyncio.Condition()
        self.priorities = asyncio.PriorityQueue()
        self.left, self.right = await self.pair()
        self.sockets = socket.socketpair()
        for end in self.sockets:
            end.setblocking(False)
        self.loop.set_exception_handler(self.handler)
        tasks = [asyncio.create_task(self.task(0)) for _ in range(self.random.randint(1, 4))]
        results = await asyncio.gather(*tasks, return_exceptions=True)
        self.event.set()
        self.say("results", [repr(result) for result in results])
        for writer in (self.left[1], self.right[1]):
            writer.close()
        # A set has no order of its own; the numbers in their names are that of their making.
        leftovers = sorted(asyncio.all_tasks(), key=lambda task: int(task.get_name().rpartition("-")[2]))
        leftovers.remove(asyncio.current_task())
        for task in leftovers:
            task.cancel()
        await asyncio.gather(*leftovers, return_exceptions=True)
        await asyncio.sleep(0)
        # A clock that jumps would jump to the timers that are left while the world takes its time.
        await asyncio.sleep(self.deadline())
        await asyncio.sleep(0)
        for _ in range(self.random.choice((0, 0, 1, 2, 3))):
            await self.random.choice(self.WORLD)(self)
        for end in self.sockets:
            end.close()

    async def pair(self):
        ends = socket.socketpair()
        return [await asyncio.open_connection(sock=end) for end in ends]

    def handler(self, _, context):
        # What nobody has asked for is reported when the collector finds it.
        if "never retrieved" not in context["message"]:
            self.say("handler", type(context.get("exception")).__name__)

    async def task(self, depth):
        name = self.name("task")
        self.say(name, "begins")
        try:
            for _ in range(self.random.randint(1, 6)):
                if self.budget <= 0:
                    break
                self.budget -= 1
                await self.random.choice(self.STEPS)(self, name, depth)
        except asyncio.CancelledError:
            self.say(name, "is cancelled")
            raise
        finally:
            self.say(name, "ends")
        return name

    async def soon(self, name, depth):
        what = self.name("soon")
        handle = self.loop.call_soon(self.say, what)
        if self.random.random() < 0.2:
            handle.cancel()
            self.say(name, "cancels", what)
        if self.random.random() < 0.3:
            self.loop.call_soon(self.nested, what, 2)

    def nested(self, what, levels):
        self.say(what, "level", levels)
        if levels:
            self.loop.call_soon(self.nested, what, levels - 1)
        elif self.random.random() < 0.2:
            raise ValueError(what)

    async def later(self, name, depth):
        what = self.name("later")
        handle = self.loop.call_later(self.deadline(), self.say, what)
        if self.random.random() < 0.3:
            handle.cancel()

    async def sleep(self, name, depth):
        delay = 0 if self.random.random() < 0.6 else self.deadline()
        await asyncio.sleep(delay)
        self.say(name, "slept")

    async def spawn(self, name, depth):
        if depth >= 3:
            return
        task = asyncio.create_task(self.task(depth + 1))
        self.spawned.append(task)
        kind = self.random.random()
        if kind < 0.5:
            self.say(name, "got", await task)
        elif kind < 0.7:
            await asyncio.sleep(0)
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                self.say(name, "saw it cancelled")
        elif kind < 0.85:
            try:
                await asyncio.wait_for(task, self.deadline())
                self.say(name, "waited")
            except (TimeoutError, asyncio.TimeoutError):
                self.say(name, "timed out")

    async def with_lock(self, name, depth):
        async with self.lock:
            self.say(name, "has the lock")
            await asyncio.sleep(0)
        self.say(name, "gives it back")

    async def produce(self, name, depth):
        item = self.name("item")
        try:
            self.queue.put_nowait(item)
            self.say(name, "puts", item)
        except asyncio.QueueFull:
            self.say(name, "takes", await self.queue.get())

    async def wait_event(self, name, depth):
        if self.random.random() < 0.5:
            self.event.set()
            self.say(name, "sets")
        elif self.event.is_set():
            await self.event.wait()
            self.event.clear()
            self.say(name, "clears")

    async def future(self, name, depth):
        future = self.loop.create_future()
        future.add_done_callback(lambda done: self.say(name, "future", done.cancelled()))
        if self.random.random() < 0.2:
            self.loop.call_soon(future.cancel)
        else:
            self.loop.call_soon(future.set_result, name)
        try:
            self.say(name, "awaited", await future)
        except asyncio.CancelledError:
            self.say(name, "future cancelled")

    async def fails(self, name, depth):
        if self.random.random() < 0.3:
            raise KeyError(name)

    async def speak(self, name, depth):
        async with self.lock:
            data = f"{name};".encode() * self.random.choice((1, 10, 3000))
            self.left[1].write(data)
            got = await self.right[0].readexactly(len(data))
            self.say(name, "heard", len(got), got == data)

    async def group(self, name, depth):
        gathered = await asyncio.gather(
            *(asyncio.sleep(0, self.name("leaf")) for _ in range(self.random.randint(1, 3)))
        )
        self.say(name, gathered)

    async def with_semaphore(self, name, depth):
        async with self.semaphore:
            self.say(name, "is one of two")
            for _ in range(self.random.randint(0, 2)):
                await asyncio.sleep(0)

    async def notify(self, name, depth):
        async with self.condition:
            if self.random.random() < 0.6:
                self.condition.notify(self.random.randint(1, 2))
                self.say(name, "notifies")
                return
        if depth == 0:
            return
        try:
            async with asyncio.timeout(self.deadline()):
                async with self.condition:
                    await self.condition.wait()
            self.say(name, "was notified")
        except TimeoutError:
            self.say(name, "was not notified")

    async def prioritize(self, name, depth):
        if self.random.random() < 0.6 or self.priorities.empty():
            self.priorities.put_nowait((self.random.randint(0, 3), self.names, name))
        else:
            self.say(name, "takes", await self.priorities.get())

    async def task_group(self, name, depth):
        if depth >= 2:
            return
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.task(depth + 2))
                # Whom it cancels is a set, of which one may have something to say.
                group.create_task(asyncio.sleep(0))
                if self.random.random() < 0.2:
                    raise LookupError(name)
            self.say(name, "group done")
        except* Exception as errors:
            self.say(name, "group failed", sorted(repr(error) for error in errors.exceptions))

    async def with_timeout(self, name, depth):
        try:
            async with asyncio.timeout(self.deadline()) as limit:
                if self.random.random() < 0.3:
                    limit.reschedule(self.loop.time() + self.deadline())
                await asyncio.sleep(self.deadline() if self.random.random() < 0.5 else 0)
            self.say(name, "in time")
        except TimeoutError:
            self.say(name, "too late", limit.expired())

    async def shielded(self, name, depth):
        inner = asyncio.ensure_future(asyncio.sleep(0, name))
        outer = asyncio.shield(inner)
        if self.random.random() < 0.5:
            outer.cancel()
        try:
            self.say(name, "through the shield", await outer)
        except asyncio.CancelledError:
            self.say(name, "shield cancelled, and inside", await inner)

    async def wait_some(self, name, depth):
        tasks = [asyncio.ensure_future(self.steps(place)) for place in range(self.random.randint(1, 4))]
        when = self.random.choice((asyncio.FIRST_COMPLETED, asyncio.FIRST_EXCEPTION, asyncio.ALL_COMPLETED))
        done, pending = await asyncio.wait(tasks, return_when=when)
        self.say(name, "done", [place for place, task in enumerate(tasks) if task in done])
        for task in tasks:
            if task in pending:
                task.cancel()
        self.say(name, "all", [repr(it) for it in await asyncio.gather(*tasks, return_exceptions=True)])

    async def steps(self, count):
        for _ in range(count):
            await asyncio.sleep(0)
        if count == 2:
            raise ArithmeticError(count)
        return count

    async def as_they_come(self, name, depth):
        for next_one in asyncio.as_completed([asyncio.ensure_future(self.steps(place)) for place in (3, 1, 0)]):
            self.say(name, "next is", await next_one)

    async def context(self, name, depth):
        self.say(name, "sees", VARIABLE.get())
        VARIABLE.set(name)
        self.loop.call_soon(lambda: self.say(name, "callback sees", VARIABLE.get()))
        context = contextvars.copy_context()
        VARIABLE.set(f"{name} later")
        self.loop.call_soon(lambda: self.say(name, "its context has", VARIABLE.get()), context=context)

    async def generate(self, name, depth):
        async def numbers():
            try:
                for number in range(3):
                    yield number
                    await asyncio.sleep(0)
            finally:
                await asyncio.sleep(0)
                self.say(name, "generator closed")

        generator, last = numbers(), self.random.randint(0, 3)
        async for number in generator:
            self.say(name, "got", number)
            if number == last:
                break
        await generator.aclose()

    async def eager(self, name, depth):
        if sys.version_info < (3, 12):
            return
        task = asyncio.Task(self.steps(self.random.randint(0, 1)), loop=self.loop, eager_start=True)
        self.say(name, "eager", task.done(), await task)

    async def threadsafe(self, name, depth):
        handle = self.loop.call_soon_threadsafe(self.say, name, "threadsafe")
        if self.random.random() < 0.2:
            handle.cancel()

    async def watch(self, name, depth):
        async with self.lock:
            left, right = self.sockets
            seen = self.loop.create_future()
            self.loop.add_reader(left, lambda: seen.done() or seen.set_result(left.recv(100)))
            if self.random.random() < 0.5:
                self.loop.call_soon(right.send, name.encode())
            else:
                right.send(name.encode())
            try:
                self.say(name, "read", await seen)
            finally:
                self.loop.remove_reader(left)
                self.drain()

    async def sock(self, name, depth):
        async with self.lock:
            left, right = self.sockets
            size = self.random.choice((1, 100, 400_000))
            sending = asyncio.ensure_future(self.loop.sock_sendall(left, b"x" * size))
            try:
                got = 0
                while got < size:
                    got += len(await self.loop.sock_recv(right, 1_000_000))
                await sending
                self.say(name, "sent and received", got)
            finally:
                sending.cancel()
                self.drain()

    def drain(self):
        """Nothing of somebody who was cancelled is to be read by the next one."""
        for end in self.sockets:
            try:
                while end.recv(1_000_000):
                    pass
            except BlockingIOError:
                pass

    async def with_factory(self, name, depth):
        """Tasks that begin at once, by a factory."""
        if sys.version_info < (3, 12):
            return
        self.loop.set_task_factory(asyncio.eager_task_factory)
        try:
            tasks = [asyncio.create_task(self.steps(place), name=f"{name}-{place}") for place in (0, 1)]
        finally:
            self.loop.set_task_factory(None)
        self.say(name, "made", [(task.get_name(), task.done()) for task in tasks])
        self.say(name, "they gave", await asyncio.gather(*tasks))

    async def with_eager_start(self, name, depth):
        if sys.version_info < (3, 14):
            return
        eager = self.random.choice((None, True, False))
        task = self.loop.create_task(self.steps(1), name=name, eager_start=eager)
        self.say(name, task.get_name(), "runs", task.done(), await task)

    async def interrupted_group(self, name, depth):
        """A group whose task is cancelled from outside, or by a timeout."""

        async def grouped():
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(asyncio.sleep(self.deadline()))
                    await asyncio.sleep(self.deadline())
            finally:
                self.say(name, "leaves its group")

        task = asyncio.ensure_future(grouped())
        for _ in range(self.random.randint(0, 3)):
            await asyncio.sleep(0)
        if self.random.random() < 0.8:
            task.cancel(name)
        try:
            await task
            self.say(name, "was whole")
        except asyncio.CancelledError as error:
            self.say(name, "was interrupted", error.args, asyncio.current_task().cancelling())

    async def barrier(self, name, depth):
        barrier = asyncio.Barrier(2)

        async def wait():
            try:
                return await barrier.wait()
            except asyncio.BrokenBarrierError:
                return "broken"

        waiting = [asyncio.ensure_future(wait()) for _ in range(2)]
        if self.random.random() < 0.3:
            await asyncio.sleep(0)
            await barrier.abort()
        self.say(name, "at the barrier", await asyncio.gather(*waiting))

    async def many(self, name, depth):
        """More callbacks and timers than have contexts of their own."""
        token = VARIABLE.set(name)
        seen, count = [], self.random.choice((10, 300, 600))

        def see(place):
            seen.append((place, VARIABLE.get()))
            if place % 50 == 0:
                VARIABLE.set(f"{name} {place}")

        handles = [self.loop.call_soon(see, place) for place in range(count)]
        timers = [self.loop.call_later(self.deadline(), see, place) for place in range(count)]
        for handle in self.random.sample(handles + timers, count // 3):
            handle.cancel()
        VARIABLE.reset(token)
        await asyncio.sleep(self.deadline())
        self.say(name, "saw", len(seen), sorted({value for _, value in seen}), hash(tuple(place for place, _ in seen)))
        self.say(name, "cancelled", sum(handle.cancelled() for handle in handles + timers))

    async def interrupted_speech(self, name, depth):
        """Who writes is cancelled while the other end does not read."""
        ends = await self.pair()
        (_, writer), (reader, other) = ends
        writer.write(b"x" * 3_000_000)
        draining = asyncio.ensure_future(writer.drain())
        await asyncio.sleep(0)
        draining.cancel()
        try:
            await draining
        except asyncio.CancelledError:
            self.say(name, "speech interrupted", writer.transport.get_write_buffer_size() > 0)
        try:
            if self.random.random() < 0.5:
                writer.transport.abort()
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                self.say(name, "aborted", writer.transport.get_write_buffer_size(), writer.is_closing())
            else:
                got = await reader.readexactly(3_000_000)
                self.say(name, "heard all", len(got))
        finally:
            writer.transport.abort()
            other.transport.abort()

    async def pass_data(self, name, depth):
        """Callbacks with arguments and contexts of their own, among those without."""
        context = contextvars.Context()
        self.loop.call_soon(lambda *words: self.say(name, *words, VARIABLE.get()), 1, "two", context=context)
        task = self.loop.create_task(self.steps(1), context=context)
        task.add_done_callback(lambda done: self.say(name, "done in", VARIABLE.get()), context=context)
        context.run(VARIABLE.set, name)
        self.say(name, "steps", await task)

    STEPS = (
        *(soon, later, sleep, sleep, spawn, spawn, with_lock, produce, wait_event, future, fails, speak, group),
        *(with_semaphore, notify, prioritize, task_group, with_timeout, shielded, wait_some, as_they_come, context),
        *(generate, eager, threadsafe, watch, sock, with_factory, with_eager_start, interrupted_group, barrier, many),
        *(interrupted_speech, pass_data),
    )


class TurningSelector(selectors.EpollSelector):
    """Turns a clock forward when there is nothing to do but wait."""

    now = 0.0

    def select(self, timeout=None):
        ready = super().select(0 if timeout is not None else None)
        if not ready and timeout:
            self.now += timeout
        return ready


class VirtualAsyncioLoop(asyncio.SelectorEventLoop):
    def __init__(self):
        super().__init__(TurningSelector())

    def time(self):
        return self._selector.now


def run(seed, factory, step_seconds=0.003):
    loop = factory()
    program = Program(seed, loop, step_seconds)
    try:
        loop.run_until_complete(program.main())
    finally:
        loop.close()
    return program.log


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=150)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--show", type=int)
    options = parser.parse_args()
    if options.show is not None:
        print("\n".join(run(options.show, roundel.Loop)))
        return
    different = []

    def virtual():
        return roundel.Loop(virtual_time=True)

    for seed in range(options.first, options.first + options.seeds):
        runs = (
            ("virtual", run(seed, virtual), run(seed, VirtualAsyncioLoop)),
            ("real", run(seed, roundel.Loop, 0), run(seed, asyncio.SelectorEventLoop, 0)),
        )
        for time, ours, theirs in runs:
            if ours == theirs:
                continue
            different.append(seed)
            pairs = enumerate(zip(ours + ["(end)"], theirs + ["(end)"]))
            place, (mine, reference) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
            print(f"seed {seed}, {time} time, line {place}: {mine!r}, and on asyncio's loop {reference!r}")
    print(f"random programs: {options.seeds - len(set(different))} the same, {len(set(different))} different")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
