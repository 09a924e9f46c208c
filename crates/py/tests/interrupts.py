"""Interrupts in tests."""

import signal


def hear_interrupts():
    """Whoever starts tests in the background, or so that they survive the terminal, has signals ignored.

    Python leaves them so, for its children too.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
