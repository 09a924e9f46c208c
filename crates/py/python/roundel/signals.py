"""Signal handlers that run as callbacks of the loop."""

import signal
import socket
import warnings
from asyncio import unix_events


class Signals:
    """The part of the loop that has signal handlers: asyncio's own methods, and what they ask of a loop.

    The interpreter writes the number of each signal to a socket; the loop reads it and queues the handler.
    """

    def add_signal_handler(self, sig, callback, *args):
        """Call `callback` when the signal `sig` comes."""
        unix_events.SelectorEventLoop.add_signal_handler(self, sig, callback, *args)

    remove_signal_handler = unix_events.SelectorEventLoop.remove_signal_handler
    _check_signal = unix_events.SelectorEventLoop._check_signal
    _handle_signal = unix_events.SelectorEventLoop._handle_signal
    _process_self_data = unix_events.SelectorEventLoop._process_self_data

    @property
    def _csock(self):
        """The socket that the interpreter writes to. Most loops need none."""
        if self._signal_sockets is None:
            self._signal_sockets = socket.socketpair()
            for end in self._signal_sockets:
                end.setblocking(False)
            self._add_reader(self._signal_sockets[0].fileno(), self._read_signals)
        return self._signal_sockets[1]

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
            self._process_self_data(numbers)

    def _add_callback_signalsafe(self, handle):
        self.call_soon(handle._callback, *handle._args, context=handle._context)

    def _close_signals(self):
        # By the name in asyncio's module: its methods, which put the handlers there, use those too.
        if not unix_events.sys.is_finalizing():
            for sig in list(self._signal_handlers):
                self.remove_signal_handler(sig)
        elif self._signal_handlers:
            warnings.warn(
                f"Closing the loop {self!r} on interpreter shutdown stage, skipping signal handlers removal",
                ResourceWarning,
                source=self,
            )
            self._signal_handlers.clear()
        self._close_signal_sockets()

    def _close_signal_sockets(self):
        if self._signal_sockets is not None:
            self._remove_reader(self._signal_sockets[0].fileno())
            for end in self._signal_sockets:
                end.close()
            self._signal_sockets = None

    def _reopen_signals(self):
        """In the child of a fork: with its parent's sockets, the signals of one would be the other's."""
        self._close_signal_sockets()
        if self._signal_handlers:
            signal.set_wakeup_fd(self._csock.fileno())
