"""Small programs of well-known packages, each on our loop: servers and clients of aiohttp, httpx, uvicorn, starlette, anyio
and websockets, and the clients of PostgreSQL and Redis with servers of the system, which are started for them."""

import asyncio
import contextlib
import glob
import importlib.metadata
import os
import shutil
import subprocess
import sys
import tempfile

import roundel


async def aiohttp_both_ways():
    import aiohttp
    from aiohttp import web

    async def hello(request):
        return web.json_response({"path": request.path, "body": len(await request.read())})

    async def socket(request):
        answer = web.WebSocketResponse()
        await answer.prepare(request)
        async for message in answer:
            await answer.send_str(message.data.upper())
        return answer

    app = web.Application()
    app.router.add_route("*", "/hello", hello)
    app.router.add_get("/socket", socket)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
    async with aiohttp.ClientSession() as session:
        for size in (0, 10, 1_000_000):
            async with session.post(f"{url}/hello", data=b"x" * size) as answer:
                assert await answer.json() == {"path": "/hello", "body": size}
        async with session.ws_connect(f"{url}/socket") as ws:
            await ws.send_str("shout")
            assert (await ws.receive()).data == "SHOUT"
        answers = [session.get(f"{url}/hello") for _ in range(50)]
        for answer in await asyncio.gather(*answers):
            assert answer.status == 200
            answer.release()
    await runner.cleanup()


async def starlette_by_uvicorn_and_httpx():
    import httpx
    import uvicorn
    from starlette.applications import Starlette
    from starlette.responses import JSONResponse, StreamingResponse
    from starlette.routing import Route

    async def hello(request):
        return JSONResponse({"hello": request.query_params["name"]})

    async def stream(request):
        async def parts():
            for number in range(100):
                yield f"{number}\n" * 100

        return StreamingResponse(parts())

    app = Starlette(routes=[Route("/hello", hello), Route("/stream", stream)])
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    with contextlib.ExitStack() as stack:
        stack.callback(setattr, server, "should_exit", True)
        serving = asyncio.create_task(server._serve() if hasattr(server, "_serve") else server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            assert (await client.get("/hello?name=you")).json() == {"hello": "you"}
            assert len((await client.get("/stream")).text) == sum(len(f"{n}\n") * 100 for n in range(100))
            answers = await asyncio.gather(*(client.get(f"/hello?name={n}") for n in range(30)))
            assert [answer.json()["hello"] for answer in answers] == [str(n) for n in range(30)]
    await serving


async def anyio_both_ways():
    import anyio

    async def echo(stream):
        async with stream:
            with contextlib.suppress(anyio.EndOfStream):
                while True:
                    await stream.send(await stream.receive())

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    port = listener.extra(anyio.abc.SocketAttribute.local_port)
    async with anyio.create_task_group() as group:
        group.start_soon(listener.serve, echo)
        async with await anyio.connect_tcp("127.0.0.1", port) as stream:
            await stream.send(b"hello")
            assert await stream.receive() == b"hello"
        with anyio.move_on_after(0.01) as scope:
            await anyio.sleep(10)
        assert scope.cancelled_caught
        assert await anyio.to_thread.run_sync(lambda: 42) == 42
        done = await anyio.run_process(["cat"], input=b"through a process")
        assert done.stdout == b"through a process"
        group.cancel_scope.cancel()


async def websockets_both_ways():
    from websockets.asyncio.client import connect
    from websockets.asyncio.server import serve

    async def echo(ws):
        async for message in ws:
            await ws.send(message)

    async with serve(echo, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", max_size=None) as ws:
            for message in ("short", "long" * 100_000, b"bytes"):
                await ws.send(message)
                assert await ws.recv() == message


@contextlib.asynccontextmanager
async def a_server(command, ready, **options):
    """A server, which serves once `ready` raises nothing."""
    process = await asyncio.create_subprocess_exec(
        *command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options
    )
    try:
        while True:
            try:
                await ready()
                break
            except Exception:
                if process.returncode is not None:
                    raise RuntimeError(f"{command[0]} ended by {process.returncode}") from None
                await asyncio.sleep(0.05)
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


def program_of(name, *patterns):
    """A server's program, which its package may keep out of the PATH."""
    found = shutil.which(name) or next((path for pattern in patterns for path in sorted(glob.glob(pattern))), None)
    if found is None:
        raise FileNotFoundError(f"{name} is not installed")
    return found


async def asyncpg_queries():
    import asyncpg

    # The server refuses to run as root.
    user = {"user": "nobody"} if os.getuid() == 0 else {}
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        data = f"{folder}/data"
        initdb = program_of("initdb", "/usr/lib/postgresql/*/bin/initdb")
        subprocess.run(
            [initdb, "-D", data, "-U", "test", "-A", "trust", "-N"],
            check=True, stdout=subprocess.DEVNULL, cwd=folder, env={**os.environ, "LC_ALL": "C"}, **user,
        )
        server = program_of("postgres", "/usr/lib/postgresql/*/bin/postgres")
        command = [server, "-D", data, "-k", folder, "-c", "listen_addresses=", "-F"]

        def connect():
            return asyncpg.connect(host=folder, user="test", database="postgres")

        async def ready():
            await (await connect()).close()

        async with a_server(command, ready, cwd=folder, **user):
            connection = await connect()
            await connection.execute("create table words (id serial primary key, word text)")
            await connection.executemany("insert into words (word) values ($1)", [(f"word {n}",) for n in range(1000)])
            assert await connection.fetchval("select count(*) from words") == 1000
            async with connection.transaction():
                numbers = [record["id"] async for record in connection.cursor("select id from words order by id")]
            assert numbers == list(range(1, 1001))
            try:
                await connection.execute("select pg_sleep(10)", timeout=0.05)
            except asyncio.TimeoutError:
                pass
            else:
                raise AssertionError("a query outlived its timeout")
            heard = asyncio.get_running_loop().create_future()
            await connection.add_listener("news", lambda *news: heard.done() or heard.set_result(news[-1]))
            await connection.execute("notify news, 'something'")
            assert await heard == "something"
            await connection.close()
            async with asyncpg.create_pool(host=folder, user="test", database="postgres", min_size=2, max_size=5) as pool:
                answers = await asyncio.gather(*(pool.fetchval("select $1::int * 2", n) for n in range(100)))
            assert answers == [n * 2 for n in range(100)]


async def redis_commands():
    import redis.asyncio as redis

    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/redis.sock"
        command = [program_of("redis-server"), "--port", "0", "--unixsocket", path, "--save", "", "--dir", folder]

        async def ready():
            async with redis.Redis(unix_socket_path=path) as client:
                await client.ping()

        async with a_server(command, ready):
            async with redis.Redis(unix_socket_path=path) as client:
                await client.set("key", b"x" * 1_000_000)
                assert len(await client.get("key")) == 1_000_000
                await asyncio.gather(*(client.incr("count") for _ in range(100)))
                assert await client.get("count") == b"100"
                async with client.pipeline() as pipe:
                    answers = await pipe.set("a", 1).incr("a").get("a").execute()
                assert answers == [True, 2, b"2"]
                async with client.pubsub() as channel:
                    await channel.subscribe("news")
                    await client.publish("news", "something")
                    while (message := await channel.get_message(timeout=5))["type"] != "message":
                        pass
                    assert message["data"] == b"something"


PROGRAMS = {
    "aiohttp": (aiohttp_both_ways, ("aiohttp",)),
    "uvicorn, starlette, httpx": (starlette_by_uvicorn_and_httpx, ("uvicorn", "starlette", "httpx")),
    "anyio": (anyio_both_ways, ("anyio",)),
    "websockets": (websockets_both_ways, ("websockets",)),
    "asyncpg": (asyncpg_queries, ("asyncpg",)),
    "redis": (redis_commands, ("redis",)),
}


def main():
    failed = 0
    for name, (program, packages) in PROGRAMS.items():
        versions = ", ".join(f"{package} {importlib.metadata.version(package)}" for package in packages)
        try:
            roundel.run(asyncio.wait_for(program(), 60))
            print(f"passed  {versions}")
        except Exception as error:
            failed += 1
            print(f"failed  {versions}: {type(error).__name__}: {error}")
    print(f"packages: {len(PROGRAMS) - failed} programs passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
