"""The loop: the native one and `asyncio.BaseEventLoop` as one class.

Native is what callbacks pass through. From asyncio comes what is the same for every loop: running until a future is done,
executors, the exception handler, resolving names, connecting and serving. The parts in this package are what such a loop
must bring along: transports, `sock_*`, Unix sockets, signals, pipes and processes.
"""

import asyncio
import os
import sys
import threading
import weakref
from asyncio import events

from ._roundel import Loop as NativeLoop
from ._roundel import setup_loop
from .debug import DebugMode
from .datagrams import Datagrams
from .pipes import Pipes
from .scheduling import Scheduling
from .selector import Selector
from .serving import Serving
from .signals import Signals
from .sockets import Sockets
from .subprocesses import Subprocesses
from .transports import Transports
from .unix_sockets import UnixSockets

setup_loop(NativeLoop)


class Loop(
    NativeLoop,
    Scheduling,
    DebugMode,
    Transports,
    # Before the part that ends serving, which it adds to.
    UnixSockets,
    Serving,
    Sockets,
    Datagrams,
    Pipes,
    Subprocesses,
    Signals,
    asyncio.BaseEventLoop,
):
    """An asyncio event loop in Rust."""

    def __init__(self, *, virtual_time=False):
        super().__init__()
        self._clock_resolution = 1e-9
        # What asyncio would queue in is not used: the queues are native.
        self._ready = self._scheduled = ()
        self._datagram_transports = weakref.WeakValueDictionary()
        self._signal_handlers = {}
        self._signal_sockets = None
        self._unix_server_sockets = {}
        self._watched_files = {}
        self._held_sockets = []
        self._virtual_time = virtual_time
        self._busy_threads = 0
        self._set_child_watcher()
        _loops.add(self)

    def run_forever(self):
        """Run until `stop` is called."""
        self._check_closed()
        self._check_running()
        self._set_coroutine_origin_tracking(self._debug)
        hooks = sys.get_asyncgen_hooks()
        try:
            self._thread_id = threading.get_ident()
            sys.set_asyncgen_hooks(
                firstiter=self._asyncgen_firstiter_hook, finalizer=self._asyncgen_finalizer_hook
            )
            events._set_running_loop(self)
            self._run()
        finally:
            self._stopping = False
            self._thread_id = None
            events._set_running_loop(None)
            self._set_coroutine_origin_tracking(False)
            sys.set_asyncgen_hooks(*hooks)

    def close(self):
        """Close the loop. It must not be running."""
        if self.is_running():
            raise RuntimeError("Cannot close a running event loop")
        if self.is_closed():
            return
        self._close_signals()
        if self._debug:
            asyncio.log.logger.debug("Close %r", self)
        self._closed = True
        self._release()
        while self._held_sockets:
            self._held_sockets.pop()._decref_socketios()
        self._executor_shutdown_called = True
        executor, self._default_executor = self._default_executor, None
        if executor is not None:
            executor.shutdown(wait=False)

    def run_in_executor(self, executor, func, *args):
        """Run `func` in a thread, or in what the executor has."""
        future = super().run_in_executor(executor, func, *args)
        if self._virtual_time:
            # The clock waits for it.
            self._count_threads(1)
            future.add_done_callback(lambda _: self._count_threads(-1))
        return future

    if sys.version_info >= (3, 12):

        async def shutdown_default_executor(self, timeout=None):
            """Wait until the threads of the default executor are done."""
            await self._with_threads(super().shutdown_default_executor(timeout))

    else:

        async def shutdown_default_executor(self):
            """Wait until the threads of the default executor are done."""
            await self._with_threads(super().shutdown_default_executor())

    async def _with_threads(self, waiting):
        if not self._virtual_time:
            return await waiting
        # The clock waits for them, as it does for what they do.
        self._count_threads(1)
        try:
            await waiting
        finally:
            self._count_threads(-1)

    def _count_threads(self, change):
        self._busy_threads += change
        self._await_threads(self._busy_threads > 0)

    def add_reader(self, fd, callback, *args):
        """Call `callback` whenever `fd` can be read."""
        self._ensure_fd_no_transport(fd)
        self._add_reader(fd, callback, *args)
        self._note_file(fd)

    def remove_reader(self, fd):
        """Watch `fd` for reading no longer. True if it was watched."""
        self._ensure_fd_no_transport(fd)
        return self._remove_reader(self._noted_number(fd))

    def add_writer(self, fd, callback, *args):
        """Call `callback` whenever `fd` can be written."""
        self._ensure_fd_no_transport(fd)
        self._add_writer(fd, callback, *args)
        self._note_file(fd)

    def remove_writer(self, fd):
        """Watch `fd` for writing no longer. True if it was watched."""
        self._ensure_fd_no_transport(fd)
        return self._remove_writer(self._noted_number(fd))

    @property
    def _selector(self):
        """What is watched, by the name that asyncio's loop has for it."""
        return None if self.is_closed() else Selector(self)

    def _note_file(self, fd):
        # A file that is closed does not say its number any more, and may still be watched.
        if isinstance(fd, int):
            self._watched_files.pop(fd, None)
        else:
            self._watched_files[fd.fileno()] = weakref.ref(fd)

    def _noted_number(self, fd):
        if isinstance(fd, int) or fd.fileno() >= 0:
            return fd
        for number, file in self._watched_files.items():
            if file() is fd:
                return number
        return fd

    def _noted_file(self, number):
        noted = self._watched_files.get(number)
        file = None if noted is None else noted()
        # The number may be another's by now, which was not noted as it is the loop's own.
        return number if file is None or file.fileno() not in (number, -1) else file

    def _callback_failed(self, handle, exception):
        context = {"message": "Exception in callback", "exception": exception}
        if isinstance(handle, asyncio.Handle):
            what = asyncio.format_helpers._format_callback_source(handle._callback, handle._args)
            context["message"] = f"Exception in callback {what}"
            context["handle"] = handle
            if handle._source_traceback:
                context["source_traceback"] = handle._source_traceback
        elif isinstance(handle, asyncio.BaseTransport):
            context["transport"] = handle
        self.call_exception_handler(context)


# The loops of this process, for the children that it forks: a child that went on with its parent's epoll would change what
# the parent watches.
_loops = weakref.WeakSet()


def _after_fork_in_child():
    for loop in list(_loops):
        if not loop.is_closed():
            loop._after_fork()
            loop._reopen_signals()


os.register_at_fork(after_in_child=_after_fork_in_child)
