"""The package as pip installs it: in a virtual environment of its own, from the source folder or from a wheel.

    python installed.py PACKAGE

PACKAGE is what pip is told to install. In the new environment the package is imported, runs a program, and shows its types to
mypy, which checks a typed program and compares the stubs with what is there.
"""

import pathlib
import subprocess
import sys
import tempfile
import venv

PROGRAM = '''
import asyncio
import pathlib
import sys

import roundel


async def main() -> int:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, roundel.Loop)
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    port: int = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    assert await reader.read() == b""
    writer.close()
    server.close()
    return await asyncio.wait_for(asyncio.sleep(0.001, 42), 1)


answer: int = roundel.run(main())
assert answer == 42
with asyncio.Runner(loop_factory=roundel.new_event_loop) as runner:
    assert runner.run(main()) == 42
assert roundel.run(asyncio.sleep(3600, "soon"), virtual_time=True) == "soon"
folder = pathlib.Path(roundel.__file__ or "").parent
assert (folder / "py.typed").exists()
assert folder.is_relative_to(sys.prefix), folder
if sys.version_info < (3, 14):
    roundel.install()
    asyncio.run(main())
print(f"installed: Python {sys.version.split()[0]} runs {folder.name}")
'''

# The insides are not typed: their stubs are those of the package.
MYPY = """
[mypy]
strict = True
[mypy-roundel.*]
ignore_errors = True
ignore_missing_imports = True
"""


def main():
    (package,) = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        venv.create(folder / "venv", with_pip=True)
        python = folder / "venv/bin/python"
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        (folder / "program.py").write_text(PROGRAM)
        (folder / "mypy.ini").write_text(MYPY)
        for command in (
            [*pip, package],
            [python, "program.py"],
            [*pip, "mypy"],
            [python, "-m", "mypy", "--config-file", "mypy.ini", "program.py"],
            [python, "-m", "mypy.stubtest", "--mypy-config-file", "mypy.ini", "--ignore-missing-stub", "roundel"],
        ):
            if subprocess.run(command, cwd=folder).returncode:
                sys.exit(f"failed: {' '.join(map(str, command))}")


if __name__ == "__main__":
    main()
