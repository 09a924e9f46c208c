"""The tests of this repository: each runs on asyncio's own loop and on ours."""

import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).parent


def main():
    sys.path.insert(0, str(HERE))
    suite = unittest.defaultTestLoader.discover(str(HERE / "own"), top_level_dir=str(HERE))
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
