"""Processes: started by `subprocess`, their end told by a descriptor."""

import asyncio
import os
import subprocess
import sys
import warnings
from asyncio import base_subprocess, unix_events
from asyncio.log import logger


class SubprocessTransport(base_subprocess.BaseSubprocessTransport):
    """The transport of a child process."""

    def _start(self, args, shell, stdin, stdout, stderr, bufsize, **kwargs):
        self._proc = subprocess.Popen(
            args,
            shell=shell,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            universal_newlines=False,
            bufsize=bufsize,
            **kwargs,
        )


class Subprocesses:
    """The part of the loop that starts processes."""

    if sys.version_info >= (3, 14):
        # asyncio's own, by what its loop has to be told of the end of a child: a descriptor, or a thread where there are none.
        _make_subprocess_transport = unix_events.SelectorEventLoop._make_subprocess_transport
        _child_watcher_callback = unix_events.SelectorEventLoop._child_watcher_callback

        def _set_child_watcher(self):
            by_descriptor = unix_events.can_use_pidfd()
            self._watcher = unix_events._PidfdChildWatcher() if by_descriptor else unix_events._ThreadedChildWatcher()

    else:

        def _set_child_watcher(self):
            """It is the policy's, and is not asked."""

        async def _make_subprocess_transport(
            self, protocol, args, shell, stdin, stdout, stderr, bufsize, extra=None, **kwargs
        ):
            self._check_child_watcher()
            waiter = self.create_future()
            transport = SubprocessTransport(
                self,
                protocol,
                args,
                shell,
                stdin,
                stdout,
                stderr,
                bufsize,
                waiter=waiter,
                extra=extra,
                **kwargs,
            )
            self._watch_child(transport)
            try:
                await waiter
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException:
                transport.close()
                await transport._wait()
                raise
            return transport

        def _check_child_watcher(self):
            """Refuse, as asyncio does while it has watchers of children, if the program has set one that is not active."""
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                try:
                    watcher = asyncio.get_child_watcher()
                except NotImplementedError:
                    # The policy has none, and none is needed.
                    return
            with watcher as entered:
                # What asyncio asks is one and the same for every class that is made as the abstract one says.
                asked = watcher if sys.version_info >= (3, 12) else entered
                if not asked.is_active():
                    raise RuntimeError(
                        "asyncio.get_child_watcher() is not activated, subprocess support is not installed."
                    )

        def _watch_child(self, transport):
            pid = transport.get_pid()
            descriptor = os.pidfd_open(pid)

            def ended():
                self._remove_reader(descriptor)
                os.close(descriptor)
                try:
                    _, status = os.waitpid(pid, 0)
                except ChildProcessError:
                    # Somebody else has waited for it.
                    returncode = 255
                    logger.warning("child process pid %d exit status already read:  will report returncode 255", pid)
                else:
                    returncode = os.waitstatus_to_exitcode(status)
                transport._process_exited(returncode)

            self._add_reader(descriptor, ended)
