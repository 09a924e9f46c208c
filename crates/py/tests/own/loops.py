"""The loops that a test runs on."""

import asyncio
import sys
import unittest

import roundel


class LoopCase(unittest.TestCase):
    """A test with a loop, which is closed after it; what its exception handler is told is in `reported`."""

    factory = None

    def setUp(self):
        self.loop = self.factory()
        self.reported = []
        self.loop.set_exception_handler(lambda _, context: self.reported.append(context))
        self.addCleanup(self.loop.close)

    def is_reference(self):
        return isinstance(self.loop, asyncio.SelectorEventLoop)

    def run_async(self, coroutine, timeout=20):
        return self.loop.run_until_complete(asyncio.wait_for(coroutine, timeout))

    def run_once(self):
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()


def on_each(case):
    """Replaces a class of tests by one for each loop."""
    module = sys.modules[case.__module__]
    for name, factory in (("Asyncio", asyncio.SelectorEventLoop), ("Roundel", roundel.Loop)):
        members = {"factory": staticmethod(factory), "__module__": case.__module__}
        setattr(module, f"{case.__name__}On{name}", type(f"{case.__name__}On{name}", (case, LoopCase), members))
    return None
