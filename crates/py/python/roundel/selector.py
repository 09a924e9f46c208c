"""What a loop watches, for those who look at `loop._selector` of asyncio's loop: tools that show it, and asyncio's own tests.

It only answers. The platform is asked by native code, and descriptors come and go by `add_reader` and its like.
"""

import collections.abc
import selectors


class WatchedFiles(collections.abc.Mapping):
    """The keys of all that is watched, by file or number."""

    def __init__(self, loop):
        self._loop = loop

    def __len__(self):
        return len(self._loop._watched())

    def __iter__(self):
        return iter(self._loop._watched())

    def __getitem__(self, fileobj):
        fd = selectors._fileobj_to_fd(self._loop._noted_number(fileobj))
        watchers = self._loop._watchers(fd)
        if watchers is None:
            raise KeyError(f"{fileobj!r} is not registered")
        reader, writer = watchers
        events = selectors.EVENT_READ * (reader is not None) | selectors.EVENT_WRITE * (writer is not None)
        return selectors.SelectorKey(self._loop._noted_file(fd), fd, events, watchers)


class Selector(selectors.BaseSelector):
    """The part of a selector that can be asked."""

    def __init__(self, loop):
        self._map = WatchedFiles(loop)

    def get_map(self):
        return self._map

    def register(self, fileobj, events, data=None):
        raise NotImplementedError("add_reader and add_writer of the loop do this")

    def unregister(self, fileobj):
        raise NotImplementedError("remove_reader and remove_writer of the loop do this")

    def select(self, timeout=None):
        raise NotImplementedError("the loop asks the platform itself")
