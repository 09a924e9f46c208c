"""What an article on Node's and Python's loops shows of asyncio: coroutines side by side, one after another, and requests."""

import asyncio
import unittest

import roundel


async def sleeper(log, name, seconds):
    log.append(f"{name} yields for {seconds} s")
    await asyncio.sleep(seconds)
    log.append(f"{name} resumes")


async def request(log, name):
    log.append(f"making a call for {name}")
    await asyncio.sleep(1)
    log.append(f"got an answer for {name}")
    return f"answer to {name}"


class Documents(unittest.TestCase):
    def run_virtually(self, program):
        """The log of a program and how many seconds it took, by the loop's clock."""
        log = []

        async def main():
            loop = asyncio.get_running_loop()
            begin = loop.time()
            await program(log)
            return round(loop.time() - begin, 3)

        return log, roundel.run(main(), virtual_time=True)

    def test_side_by_side_takes_as_long_as_the_longest(self):
        async def program(log):
            await asyncio.gather(sleeper(log, "one", 2), sleeper(log, "two", 5))

        log, seconds = self.run_virtually(program)
        self.assertEqual(
            log, ["one yields for 2 s", "two yields for 5 s", "one resumes", "two resumes"]
        )
        self.assertEqual(seconds, 5)

    def test_one_after_another_takes_the_sum(self):
        async def program(log):
            await sleeper(log, "one", 2)
            await sleeper(log, "two", 5)

        log, seconds = self.run_virtually(program)
        self.assertEqual(
            log, ["one yields for 2 s", "one resumes", "two yields for 5 s", "two resumes"]
        )
        self.assertEqual(seconds, 7)

    def test_requests(self):
        async def program(log):
            tasks = [
                asyncio.ensure_future(request(log, "one")),
                asyncio.get_running_loop().create_task(request(log, "two")),
            ]
            await asyncio.sleep(0.5)
            log.append("useful work meanwhile")
            await asyncio.wait(tasks)
            log.extend(task.result() for task in tasks)

        log, seconds = self.run_virtually(program)
        self.assertEqual(
            log,
            [
                "making a call for one",
                "making a call for two",
                "useful work meanwhile",
                "got an answer for one",
                "got an answer for two",
                "answer to one",
                "answer to two",
            ],
        )
        self.assertEqual(seconds, 1)
