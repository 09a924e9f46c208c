"""CPython's own tests of asyncio, with a loop of choice in place of the selector loop.

    python cpython.py [--loop roundel|asyncio|uvloop|rloop] [--list] [MODULE...]

Every module runs in a process of its own. What passes on asyncio's own loop here and does not on ours must be a line of
`cpython_expected.txt`, with its reason; a line there that passes is a mistake too. The tests come with CPython (Debian: libpython3-testsuite) and are not copied.
"""

import argparse
import collections
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from interrupts import hear_interrupts
from sources import read_expected

HERE = pathlib.Path(__file__).parent
LIMIT_SECONDS = 300

# Tests that go through a loop from outside. Those that are left out mock the insides of asyncio's own loops.
FUNCTIONAL = (
    "test_events",
    "test_sock_lowlevel",
    "test_sendfile",
    "test_server",
    "test_streams",
    "test_subprocess",
    "test_ssl",
    "test_unix_events",
    "test_buffered_proto",
)
HIGH_LEVEL = (
    "test_context",
    "test_futures2",
    "test_locks",
    "test_pep492",
    "test_protocols",
    "test_queues",
    "test_runners",
    "test_taskgroups",
    "test_threads",
    "test_timeouts",
    "test_transports",
    "test_waitfor",
)
# In newer versions of Python.
WHERE_THERE_ARE = ("test_eager_task_factory", "test_staggered")
# Classes that test a selector which is not there, or an object without a loop.
SKIPPED_CLASSES = ("SelectEventLoopTests", "PollEventLoopTests", "KqueueEventLoopTests", "SelectEventLoop", "PollEventLoop")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loop", default="roundel")
    parser.add_argument("--list", action="store_true", help="print the outcome of each test")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    if options.inside:
        hear_interrupts()
        inside(options.inside, options.loop)
        return
    expected = read_expected(HERE / "cpython_expected.txt")
    outcomes = {}
    newer = tuple(name for name in WHERE_THERE_ARE if importlib.util.find_spec(f"test.test_asyncio.{name}"))
    for module in options.modules or FUNCTIONAL + HIGH_LEVEL + newer:
        found = run_module(module, options.loop)
        if options.loop == "roundel" and any(is_bad(found, test, expected) for test in found):
            # Some need what a machine does not have: what fails on asyncio's own loop too says nothing of ours.
            reference = run_module(module, "asyncio")
            for test in found:
                if is_bad(found, test, expected) and reference.get(test, ("failed",))[0] == "failed":
                    found[test] = "failed on both", found[test][1]
        outcomes.update(found)
    counts = collections.Counter(outcome for outcome, _ in outcomes.values())
    bad = []
    for test, (outcome, detail) in sorted(outcomes.items()):
        if options.list or outcome == "failed" and test not in expected:
            print(f"{outcome:8} {test}  {detail}")
        if outcome == "failed" and test not in expected:
            bad.append(test)
        if outcome == "passed" and test in expected and options.loop == "roundel":
            print(f"passes now: {test}")
            bad.append(test)
    print(
        f"cpython tests on {options.loop}: {counts['passed']} passed, {counts['failed']} failed "
        f"({counts['failed'] - sum(t in outcomes and outcomes[t][0] == 'failed' for t in bad)} expected), "
        f"{counts['failed on both']} failed on asyncio's too, {counts['skipped']} skipped"
    )
    if options.loop == "roundel":
        sys.exit(bool(bad))


def is_bad(outcomes, test, expected):
    return outcomes[test][0] == "failed" and test not in expected


def run_module(module, loop):
    command = [sys.executable, os.path.abspath(__file__), "--loop", loop, "--inside", module]
    try:
        # In a folder that goes afterwards: some tests leave files behind.
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=LIMIT_SECONDS
            )
        lines, ended = done.stdout, f"exit code {done.returncode}"
    except subprocess.TimeoutExpired as error:
        lines, ended = (error.stdout or b"").decode(errors="replace"), "a hang"
    outcomes, complete, begun = {}, False, None
    for line in lines.splitlines():
        if not line.startswith("@@"):
            continue
        record = json.loads(line[2:])
        if "complete" in record:
            complete = True
        elif "begun" in record:
            begun = record["begun"]
        else:
            outcomes[record["test"]] = record["outcome"], record["detail"]
            begun = None
    if not complete:
        outcomes[begun or f"{module}.*"] = "failed", f"the module ended by {ended}"
    return outcomes


def inside(module, loop):
    import asyncio
    import faulthandler
    import importlib
    import unittest

    faulthandler.dump_traceback_later(LIMIT_SECONDS - 10, exit=True)
    install(asyncio, loop)
    tests = importlib.import_module(f"test.test_asyncio.{module}")

    def say(**record):
        print("@@" + json.dumps(record), flush=True)

    def name(test):
        return test.id().removeprefix("test.test_asyncio.")

    class Result(unittest.TestResult):
        def startTest(self, test):
            super().startTest(test)
            self.failure = None
            say(begun=name(test))

        def addSuccess(self, test):
            super().addSuccess(test)

        def addError(self, test, err):
            super().addError(test, err)
            self.note(test, err)

        def addFailure(self, test, err):
            super().addFailure(test, err)
            self.note(test, err)

        def addSubTest(self, test, subtest, err):
            super().addSubTest(test, subtest, err)
            if err is not None:
                self.note(test, err)

        def addSkip(self, test, reason):
            super().addSkip(test, reason)
            self.failure = "skipped", reason

        def note(self, test, err):
            import traceback

            text = " ".join(str(err[1]).split())
            print("".join(traceback.format_exception(*err)), file=sys.stderr)
            if hasattr(self, "failure"):
                self.failure = "failed", f"{err[0].__name__}: {text}"[:200]
            else:
                say(test=str(test), outcome="failed", detail=text[:200])

        def stopTest(self, test):
            super().stopTest(test)
            outcome, detail = self.failure or ("passed", "")
            say(test=name(test), outcome=outcome, detail=detail)

    def wanted(suite):
        for item in suite:
            if isinstance(item, unittest.TestSuite):
                yield from wanted(item)
            elif type(item).__name__ not in SKIPPED_CLASSES:
                yield item

    suite = unittest.TestSuite(wanted(unittest.defaultTestLoader.loadTestsFromModule(tests)))
    suite.run(Result())
    say(complete=True)


def install(asyncio, loop):
    """Puts a loop in the place of the selector loop."""
    if loop == "asyncio":
        return
    if loop == "roundel":
        import roundel

        base = roundel.Loop
    elif loop == "uvloop":
        import uvloop

        base = uvloop.Loop
    else:
        import rloop

        base = rloop.EventLoop

    class Loop(base):
        def __new__(cls, selector=None):
            return super().__new__(cls)

        def __init__(self, selector=None):
            super().__init__()

    asyncio.SelectorEventLoop = Loop
    if hasattr(asyncio, "EventLoop"):
        asyncio.EventLoop = Loop
    if policy := getattr(asyncio.unix_events, "_UnixDefaultEventLoopPolicy", None):
        policy._loop_factory = Loop


if __name__ == "__main__":
    main()
