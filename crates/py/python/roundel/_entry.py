"""The ways to a loop."""

import asyncio
import warnings

from .event_loop import Loop


def new_event_loop(*, virtual_time=False):
    """A new loop.

    With `virtual_time`, its clock is not the world's: sleeping takes no time, in the same order, every time the same.
    """
    return Loop(virtual_time=virtual_time)


def run(main, *, debug=None, virtual_time=False):
    """As `asyncio.run`, on a loop of this package."""
    if asyncio._get_running_loop() is not None:
        # Before a loop is made that could not even be closed properly.
        raise RuntimeError("roundel.run() cannot be called from a running event loop")

    def factory():
        return Loop(virtual_time=virtual_time)

    with asyncio.Runner(debug=debug, loop_factory=factory) as runner:
        return runner.run(main)


with warnings.catch_warnings():
    # Policies are on their way out; who uses ours is told by asyncio itself.
    warnings.simplefilter("ignore", DeprecationWarning)
    _PolicyBase = getattr(asyncio, "DefaultEventLoopPolicy", object)


class EventLoopPolicy(_PolicyBase):
    """Makes `asyncio.new_event_loop` and `asyncio.run` use this package's loop, where Python has policies."""

    _loop_factory = Loop

    def __init__(self):
        if _PolicyBase is object:
            raise RuntimeError("this Python has no event loop policies; use roundel.run")
        super().__init__()


def install():
    """Makes the loop of this package asyncio's default, where Python has policies."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        asyncio.set_event_loop_policy(EventLoopPolicy())
