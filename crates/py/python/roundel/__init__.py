"""An asyncio event loop in Rust.

    import roundel
    roundel.run(main())

`Loop` is the loop; `run` and `new_event_loop` are the ways to have one without further words, `EventLoopPolicy` and
`install` those of Python versions that have policies.
"""

import sys

if sys.version_info < (3, 12):
    # What is native keeps objects of the main interpreter. Since 3.12 the interpreter itself refuses, in the same words.
    import _xxsubinterpreters as _interpreters

    if _interpreters.get_current() != _interpreters.get_main():
        raise ImportError("module roundel._roundel does not support loading in subinterpreters")

from ._entry import EventLoopPolicy, install, new_event_loop, run
from .event_loop import Loop
from .handles import Handle, TimerHandle

__all__ = ("EventLoopPolicy", "Handle", "Loop", "TimerHandle", "install", "new_event_loop", "run")
