"""Handles: asyncio's own classes, with native methods."""

import asyncio

from ._roundel import setup_handles


class Handle(asyncio.Handle):
    __slots__ = ()


class TimerHandle(asyncio.TimerHandle):
    __slots__ = ()


setup_handles(Handle, TimerHandle)
