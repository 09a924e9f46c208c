"""Source packages of PyPI, fetched into the folder of the virtual environment and not copied, and our loop in uvloop's place."""

import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import urllib.parse
import urllib.request

# Loaded by Python before everything else: uvloop is this package, for tests that import it.
_STAND_IN = '''
import sys, types
import roundel
uvloop = types.ModuleType("uvloop")
uvloop.__file__ = roundel.__file__
uvloop.__path__ = [{folder!r}]
uvloop.__version__ = "0"
for name in ("Loop", "EventLoopPolicy", "new_event_loop", "install", "run"):
    setattr(uvloop, name, getattr(roundel, name))
uvloop.__all__ = ("new_event_loop", "install", "EventLoopPolicy")
loop = types.ModuleType("uvloop.loop")
loop.Loop = roundel.Loop
for name in ("UVTransport", "UVHandle", "TCPTransport", "UDPTransport"):
    setattr(loop, name, type(name, (), {{}}))
uvloop.loop = loop
sys.modules["uvloop"] = uvloop
sys.modules["uvloop.loop"] = loop
# What tests reach for inside of uvloop, where we have the like of it.
def backend(self):
    import os
    names = {{int(fd): os.readlink(f"/proc/self/fd/{{fd}}") for fd in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{{fd}}")}}
    return max(fd for fd, name in names.items() if name == "anon_inode:[eventpoll]")
roundel.Loop._get_backend_id = backend
from roundel.tls import SSLTransport
extra_info = SSLTransport.get_extra_info
def with_protocol(self, name, default=None):
    return self._ssl_protocol if name == "uvloop.sslproto" else extra_info(self, name, default)
SSLTransport.get_extra_info = with_protocol
'''


def fetch(name, version):
    """The folder of a source package."""
    store = pathlib.Path(sys.prefix) / "sources"
    folder = store / f"{name}-{version}"
    if not folder.exists():
        index = f"https://pypi.org/simple/{name}/"
        with urllib.request.urlopen(index) as answer:
            page = answer.read().decode()
        link, digest = re.search(rf'href="([^"]*{folder.name}\.tar\.gz)#sha256=(\w+)', page).groups()
        with urllib.request.urlopen(urllib.parse.urljoin(index, link)) as answer:
            archive = answer.read()
        if hashlib.sha256(archive).hexdigest() != digest:
            sys.exit(f"{name}'s source package is not what the index says it is")
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(store, filter="data")
    return folder


def stand_in(folder, loop, path=""):
    """The variables with which Python finds in `folder` what makes uvloop our loop, if that is the one wanted."""
    folder.mkdir(exist_ok=True)
    hook = folder / "sitecustomize.py"
    environment = {**os.environ, "PYTHONASYNCIODEBUG": ""}
    paths = [str(folder), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    if loop == "roundel":
        hook.write_text(_STAND_IN.format(folder=str(path)))
        # Without its stand-in, uvloop would be tested in our place.
        check = "import roundel, uvloop; assert uvloop.Loop is roundel.Loop"
        subprocess.run([sys.executable, "-c", check], cwd=folder, env=environment, check=True)
    else:
        hook.unlink(missing_ok=True)
    return environment


def read_expected(path):
    """What need not pass, each with its reason: lines of a test and a reason, or `3.12 TEST REASON` for one version of Python."""
    expected = {}
    here = "%d.%d" % sys.version_info[:2]
    for line in path.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        versions = re.match(r"(3\.\d+(?:,3\.\d+)*) ", line)
        if versions:
            line = line[versions.end() :]
        test, _, reason = line.partition(" ")
        if not reason.strip():
            sys.exit(f"{path.name}: {test} has no reason")
        if not versions or here in versions[1].split(","):
            expected[test] = reason.strip()
    return expected
