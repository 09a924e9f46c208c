"""Signal handlers that run as callbacks of the loop."""

import errno
import inspect
import signal
import socket
import sys
from asyncio import coroutines

from .handles import Handle


class Signals:
    """The part of the loop that has signal handlers.

    The interpreter writes the number of each signal to a socket; the loop reads it and queues the handler.
    """

    def add_signal_handler(self, sig, callback, *args):
        if coroutines.iscoroutine(callback) or inspect.iscoroutinefunction(callback):
            raise TypeError("coroutines cannot be used with add_signal_handler()")
        _check_signal(sig)
        self._check_closed()
        if self._signal_sockets is None:
            self._open_signals()
        try:
            signal.set_wakeup_fd(self._signal_sockets[1].fileno())
        except (ValueError, OSError) as error:
            raise RuntimeError(str(error)) from None
        self._signal_handlers[sig] = Handle(callback, args, self, None)
        try:
            # The interpreter writes to the socket for signals that have a handler in Python.
            signal.signal(sig, _nothing)
            signal.siginterrupt(sig, False)
        except OSError as error:
            del self._signal_handlers[sig]
            self._forget_wakeup_fd()
            if error.errno == errno.EINVAL:
                raise RuntimeError(f"sig {sig} cannot be caught") from None
            raise

    def remove_signal_handler(self, sig):
        _check_signal(sig)
        if self._signal_handlers.pop(sig, None) is None:
            return False
        default = signal.default_int_handler if sig == signal.SIGINT else signal.SIG_DFL
        try:
            signal.signal(sig, default)
        except OSError as error:
            if error.errno == errno.EINVAL:
                raise RuntimeError(f"sig {sig} cannot be caught") from None
            raise
        self._forget_wakeup_fd()
        return True

    def _forget_wakeup_fd(self):
        if not self._signal_handlers:
            try:
                signal.set_wakeup_fd(-1)
            except (ValueError, OSError) as error:
                raise RuntimeError(str(error)) from None

    def _open_signals(self):
        self._signal_sockets = socket.socketpair()
        for end in self._signal_sockets:
            end.setblocking(False)
        self._add_reader(self._signal_sockets[0].fileno(), self._read_signals)

    def _read_signals(self):
        while True:
            try:
                numbers = self._signal_sockets[0].recv(4096)
            except InterruptedError:
                continue
            except BlockingIOError:
                return
            if not numbers:
                return
            for number in numbers:
                if number:
                    self._handle_signal(number)

    def _handle_signal(self, sig):
        handle = self._signal_handlers.get(sig)
        if handle is None:
            return
        if handle._cancelled:
            self.remove_signal_handler(sig)
        else:
            self.call_soon(handle._callback, *handle._args, context=handle._context)

    def _close_signals(self):
        if not sys.is_finalizing():
            for sig in list(self._signal_handlers):
                self.remove_signal_handler(sig)
        self._signal_handlers.clear()
        if self._signal_sockets is not None:
            self._remove_reader(self._signal_sockets[0].fileno())
            for end in self._signal_sockets:
                end.close()
            self._signal_sockets = None


def _nothing(signum, frame):
    pass


def _check_signal(sig):
    if not isinstance(sig, int):
        raise TypeError(f"sig must be an int, not {sig!r}")
    if sig not in signal.valid_signals():
        raise ValueError(f"invalid signal number {sig}")
