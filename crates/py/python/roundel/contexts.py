"""Contexts of `contextvars`: calls of a protocol are made in the one in which its transport was made."""


def run_in(context, call, *args):
    """Calls in a context, or just calls if that is where the caller is: a context can not be entered twice."""
    entered = False

    def step():
        nonlocal entered
        entered = True
        return call(*args)

    try:
        return context.run(step)
    except RuntimeError:
        if entered:
            raise
        return call(*args)
