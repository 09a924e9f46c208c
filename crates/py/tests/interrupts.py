"""Interrupts in tests."""

import signal


def hear_interrupts():
    """Whoever starts tests in the background ignores interrupts, and Python leaves them ignored, for its children too."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
