"""An asyncio event loop in Rust.

    import roundel
    roundel.run(main())

`Loop` is the loop; `run` and `new_event_loop` are the ways to have one without further words, `EventLoopPolicy` and
`install` those of Python versions that have policies.
"""

from ._entry import EventLoopPolicy, install, new_event_loop, run
from .event_loop import Loop
from .handles import Handle, TimerHandle

__all__ = ("EventLoopPolicy", "Handle", "Loop", "TimerHandle", "install", "new_event_loop", "run")
