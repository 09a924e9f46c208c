"""Scheduling with arguments by their names.

The native methods take arguments by their places, and `context` by its name. A call that has others by their names comes here,
where Python puts them in order; so does one that has too few, about which Python says what is missing.
"""

from ._roundel import Loop as NativeLoop


class Scheduling:
    """The part of the loop that the native methods of scheduling turn to."""

    def _call_soon_by_name(self, callback, *args, context=None):
        return NativeLoop.call_soon(self, callback, *args, context=context)

    def _call_soon_threadsafe_by_name(self, callback, *args, context=None):
        return NativeLoop.call_soon_threadsafe(self, callback, *args, context=context)

    def _call_later_by_name(self, delay, callback, *args, context=None):
        return NativeLoop.call_later(self, delay, callback, *args, context=context)

    def _call_at_by_name(self, when, callback, *args, context=None):
        return NativeLoop.call_at(self, when, callback, *args, context=context)


for _name in ("call_soon", "call_soon_threadsafe", "call_later", "call_at"):
    # What Python says is about the method that was called.
    getattr(Scheduling, f"_{_name}_by_name").__qualname__ = f"Loop.{_name}"
