"""Random asyncio programs from seeds, on asyncio's loop and on ours: the same output.

    python random_programs.py [--seeds N] [--first SEED] [--show SEED]

A program is a tree of tasks that log what they do: callbacks, sleeps, futures, locks, queues, events, cancellation,
exceptions, socket pairs. Its output is decided by the loop's order alone in virtual time, which asyncio's loop is given by a
selector that turns a clock forward instead of waiting. In real time, where a busy machine could be slower than a deadline, all
delays are 0.
"""

import argparse
import asyncio
import random
import selectors
import socket
import sys

import roundel


class Program:
    def __init__(self, seed, loop, step_seconds):
        self.random = random.Random(seed)
        self.loop = loop
        self.log = []
        self.names = 0
        self.budget = self.random.randint(10, 60)
        self.deadlines = 0
        self.step_seconds = step_seconds

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
        self.left, self.right = await self.pair()
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

    async def pair(self):
        ends = socket.socketpair()
        return [await asyncio.open_connection(sock=end) for end in ends]

    def handler(self, _, context):
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

    STEPS = (soon, later, sleep, sleep, spawn, spawn, with_lock, produce, wait_event, future, fails, speak, group)


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
