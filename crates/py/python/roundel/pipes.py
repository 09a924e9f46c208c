"""Transports of pipes.

asyncio's own, which ask nothing of a loop but to watch descriptors.
"""

from asyncio import unix_events

ReadPipeTransport = unix_events._UnixReadPipeTransport
WritePipeTransport = unix_events._UnixWritePipeTransport


class Pipes:
    """The part of the loop that makes the transports of pipes."""

    def _make_read_pipe_transport(self, pipe, protocol, waiter=None, extra=None):
        return ReadPipeTransport(self, pipe, protocol, waiter, extra)

    def _make_write_pipe_transport(self, pipe, protocol, waiter=None, extra=None):
        return WritePipeTransport(self, pipe, protocol, waiter, extra)
