"""Processes: started by `subprocess`, their end told by a descriptor."""

import os
import subprocess
from asyncio import base_subprocess
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

    async def _make_subprocess_transport(
        self, protocol, args, shell, stdin, stdout, stderr, bufsize, extra=None, **kwargs
    ):
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
                logger.warning("child process pid %d exit status already read: will report returncode 255", pid)
            else:
                returncode = os.waitstatus_to_exitcode(status)
            transport._process_exited(returncode)

        self._add_reader(descriptor, ended)
