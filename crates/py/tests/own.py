"""The tests of this repository: each runs on asyncio's own loop and on ours."""

import faulthandler
import pathlib
import sys
import unittest

from interrupts import hear_interrupts

HERE = pathlib.Path(__file__).parent

# A test that hangs shows where, and ends the run.
LIMIT_S = 900


def main():
    hear_interrupts()
    faulthandler.dump_traceback_later(LIMIT_S, exit=True)
    sys.path.insert(0, str(HERE))
    suite = unittest.defaultTestLoader.discover(str(HERE / "own"), top_level_dir=str(HERE))
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
