"""Handles: asyncio's own classes, with native methods."""

import asyncio
import sys
import threading

from ._roundel import setup_handles


class Handle(asyncio.Handle):
    __slots__ = ()


class TimerHandle(asyncio.TimerHandle):
    __slots__ = ()


if sys.version_info >= (3, 14):
    # Who cancels from another thread waits for the callback if it runs.
    class ThreadSafeHandle(asyncio.events._ThreadSafeHandle):
        __slots__ = ()

        def cancel(self):
            self._await_end()
            asyncio.Handle.cancel(self)

        def cancelled(self):
            self._await_end()
            return asyncio.Handle.cancelled(self)

        def _run(self):
            asyncio.Handle._run(self)

        def _await_end(self):
            loop = self._loop
            if loop._runs(self) and threading.get_ident() != loop._thread_id:
                over = threading.Event()
                if loop._runs(self, over):
                    over.wait()

else:
    ThreadSafeHandle = None


setup_handles(Handle, TimerHandle, ThreadSafeHandle)
