"""The rows of the benchmark: each a function of a loop that gives microseconds of CPU time per operation.

    python rows.py ROW LOOP

The rows of servers run the server here and its clients in another process, so that the CPU time is the server's.
"""

import asyncio
import contextlib
import multiprocessing
import os
import pathlib
import select
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

LOOPS = ("asyncio", "uvloop", "rloop", "rsloop", "zuvloop", "roundel")


def factory_of(name):
    """The class of a loop, by the name of its package."""
    if name == "asyncio":
        return asyncio.SelectorEventLoop
    package = __import__(name)
    return package.new_event_loop


def cpu():
    return time.process_time()


def per_operation(begin, operations):
    return (cpu() - begin) / operations * 1e6


# Scheduling.


def call_soon(loop):
    count = 150_000
    left = count

    def step():
        nonlocal left
        left -= 1
        if left:
            loop.call_soon(step)
        else:
            loop.stop()

    begin = cpu()
    loop.call_soon(step)
    loop.run_forever()
    return per_operation(begin, count)


def call_soon_bulk(loop):
    count, rounds = 10_000, 15

    def nothing():
        pass

    begin = cpu()
    for _ in range(rounds):
        for _ in range(count):
            loop.call_soon(nothing)
        loop.call_soon(loop.stop)
        loop.run_forever()
    return per_operation(begin, count * rounds)


def call_later_cancel(loop):
    count, rounds = 10_000, 20

    def nothing():
        pass

    begin = cpu()
    for _ in range(rounds):
        for handle in [loop.call_later(5 + n * 1e-3, nothing) for n in range(count)]:
            handle.cancel()
        loop.call_soon(loop.stop)
        loop.run_forever()
    return per_operation(begin, count * rounds)


def timers_fired(loop):
    count, rounds = 10_000, 10

    def nothing():
        pass

    begin = cpu()
    for _ in range(rounds):
        for n in range(count):
            loop.call_later(n * 1e-7, nothing)
        loop.call_later(count * 1e-7 + 0.001, loop.stop)
        loop.run_forever()
    return per_operation(begin, count * rounds)


def threadsafe(loop):
    count = 30_000
    begin = cpu()

    def work():
        def nothing():
            pass

        for _ in range(count):
            loop.call_soon_threadsafe(nothing)
        loop.call_soon_threadsafe(loop.stop)

    thread = threading.Thread(target=work)
    thread.start()
    loop.run_forever()
    thread.join()
    return per_operation(begin, count)


def task_switch(loop):
    count = 100_000

    async def main():
        for _ in range(count):
            await asyncio.sleep(0)

    begin = cpu()
    loop.run_until_complete(main())
    return per_operation(begin, count)


def task_spawn(loop):
    count = 50_000

    async def leaf():
        pass

    async def main():
        for _ in range(count):
            await asyncio.ensure_future(leaf())

    begin = cpu()
    loop.run_until_complete(main())
    return per_operation(begin, count)


# Servers: an echo of messages of one size over a few connections.


class Echo(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.transport.write(data)


class BufferedEcho(asyncio.BufferedProtocol):
    def connection_made(self, transport):
        self.transport = transport
        self.buffer = bytearray(256 * 1024)
        self.view = memoryview(self.buffer)

    def get_buffer(self, size):
        return self.view

    def buffer_updated(self, size):
        self.transport.write(self.view[:size])

    def eof_received(self):
        pass


async def stream_echo(reader, writer):
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(102400):
            writer.write(data)
            await writer.drain()
    writer.close()


class Http(asyncio.Protocol):
    """As the server of uvloop's own benchmark: requests parsed by httptools."""

    ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"

    def connection_made(self, transport):
        import httptools

        self.transport = transport
        self.parser = httptools.HttpRequestParser(self)

    def on_message_complete(self):
        self.transport.write(self.ANSWER)

    def data_received(self, data):
        self.parser.feed_data(data)


REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\n\r\n"


def client(address, message, answer_size, connections, requests, tls):
    """The other side of every server row, over plain sockets: each has one request under way, and answers are taken as they come.

    Who waits for the answers in an order of its own is woken by the first of that order, early or late in the server's pass. Then
    the order in which a server happens to write decides how often it wakes its client, and that is a tenth of its CPU time.
    """
    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    sockets = {}
    for _ in range(connections):
        sock = socket.create_connection(address)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock = context.wrap_socket(sock) if context else sock
        sockets[sock.fileno()] = sock
    left = dict.fromkeys(sockets, requests // connections)
    buffer = memoryview(bytearray(answer_size))
    with select.epoll() as poll:
        for number, sock in sockets.items():
            poll.register(number, select.EPOLLIN)
            sock.sendall(message)
        while left:
            for number, _ in poll.poll():
                sock = sockets[number]
                got = 0
                while got < answer_size:
                    step = sock.recv_into(buffer[got:])
                    if not step:
                        raise SystemExit("the server hung up")
                    got += step
                left[number] -= 1
                if left[number]:
                    sock.sendall(message)
                else:
                    poll.unregister(number)
                    del left[number]
    for sock in sockets.values():
        sock.close()


def served(loop, serve, message, answer_size, connections=4, requests=8000, tls=None):
    """The server's CPU time per request."""
    server = loop.run_until_complete(serve(tls))
    address = server.sockets[0].getsockname()
    arguments = (address, message, answer_size, connections, requests, tls is not None)
    process = multiprocessing.get_context("fork").Process(target=client, args=arguments)
    # What the first use of an executor imports is not the server's.
    loop.run_until_complete(loop.run_in_executor(None, int))
    process.start()
    begin = cpu()
    loop.run_until_complete(loop.run_in_executor(None, process.join))
    figure = per_operation(begin, requests)
    server.close()
    loop.run_until_complete(asyncio.sleep(0.01))
    if process.exitcode:
        raise SystemExit("the client failed")
    return figure


def with_protocol(factory):
    async def serve(tls):
        return await asyncio.get_running_loop().create_server(factory, "127.0.0.1", 0, ssl=tls)

    return serve


async def with_streams(tls):
    return await asyncio.start_server(stream_echo, "127.0.0.1", 0, ssl=tls)


class SocketServer:
    """A server by `sock_*`, with the face of the others."""

    def __init__(self):
        sock = socket.socket()
        sock.bind(("127.0.0.1", 0))
        sock.listen(100)
        sock.setblocking(False)
        self.sockets = [sock]
        self.task = asyncio.get_running_loop().create_task(self.accept(sock))

    async def accept(self, sock):
        loop = asyncio.get_running_loop()
        while True:
            conn, _ = await loop.sock_accept(sock)
            conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            loop.create_task(self.echo(loop, conn))

    async def echo(self, loop, conn):
        with conn:
            while data := await loop.sock_recv(conn, 102400):
                await loop.sock_sendall(conn, data)

    def close(self):
        self.task.cancel()


async def with_sockets(tls):
    return SocketServer()


def echo_row(serve, size, requests=10_000, tls=False):
    def row(loop):
        context = certificate() if tls else None
        return served(loop, serve, b"x" * size, size, requests=requests, tls=context)

    return row


def http(loop):
    # What the first connection would import is not the server's.
    import httptools  # noqa: F401

    return served(loop, with_protocol(Http), REQUEST, len(Http.ANSWER), connections=10, requests=10000)


def many_connections(loop):
    return served(loop, with_protocol(Echo), b"x" * 100, 100, connections=500, requests=20000)


def idle_memory(loop):
    """KiB per connection that does nothing."""
    count = 2000
    server = loop.run_until_complete(with_protocol(Echo)(None))
    address = server.sockets[0].getsockname()
    sockets = []
    before = resident()

    async def connect():
        for _ in range(count):
            sock = socket.socket()
            sock.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                sock.connect(address)
            sockets.append(sock)
            if len(sockets) % 50 == 0:
                await asyncio.sleep(0.005)
        await asyncio.sleep(0.1)

    loop.run_until_complete(connect())
    figure = (resident() - before) / count
    for sock in sockets:
        sock.close()
    loop.run_until_complete(asyncio.sleep(0.05))
    return figure


def resident():
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


def certificate():
    """A context for a server, with a certificate that was made for this run."""
    with tempfile.TemporaryDirectory() as folder:
        key, cert = pathlib.Path(folder) / "key.pem", pathlib.Path(folder) / "cert.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
            + ["-days", "1", "-subj", "/CN=localhost", "-keyout", str(key), "-out", str(cert)],
            check=True,
            capture_output=True,
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
    return context


ROWS = {
    "call_soon": call_soon,
    "call_soon bulk": call_soon_bulk,
    "call_later and cancel": call_later_cancel,
    "timers fired": timers_fired,
    "threadsafe": threadsafe,
    "task switch": task_switch,
    "task spawn": task_spawn,
    "sockets 1 KB": echo_row(with_sockets, 1024),
    "sockets 10 KB": echo_row(with_sockets, 10240),
    "sockets 100 KB": echo_row(with_sockets, 102400, 4000),
    "streams 1 KB": echo_row(with_streams, 1024),
    "streams 10 KB": echo_row(with_streams, 10240),
    "streams 100 KB": echo_row(with_streams, 102400, 4000),
    "protocol 1 KB": echo_row(with_protocol(Echo), 1024),
    "protocol 10 KB": echo_row(with_protocol(Echo), 10240),
    "protocol 100 KB": echo_row(with_protocol(Echo), 102400, 4000),
    "buffered 1 KB": echo_row(with_protocol(BufferedEcho), 1024),
    "buffered 10 KB": echo_row(with_protocol(BufferedEcho), 10240),
    "buffered 100 KB": echo_row(with_protocol(BufferedEcho), 102400, 4000),
    "TLS protocol 1 KB": echo_row(with_protocol(Echo), 1024, 5000, tls=True),
    "TLS protocol 10 KB": echo_row(with_protocol(Echo), 10240, 5000, tls=True),
    "TLS protocol 100 KB": echo_row(with_protocol(Echo), 102400, 1000, tls=True),
    "TLS streams 1 KB": echo_row(with_streams, 1024, 5000, tls=True),
    "TLS streams 100 KB": echo_row(with_streams, 102400, 1000, tls=True),
    "http": http,
    "500 connections": many_connections,
    "idle connection (KiB)": idle_memory,
}


def main():
    row, name = sys.argv[1:]
    loop = factory_of(name)()
    asyncio.set_event_loop(loop)
    try:
        print(ROWS[row](loop))
    finally:
        sys.stdout.flush()
        # Some loops do not close cleanly after this; the figure is out.
        os._exit(0) if sys.exc_info()[0] is None else None


if __name__ == "__main__":
    main()
