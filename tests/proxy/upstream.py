"""A tool server that is not ours: FastAPI behind uvicorn, with one endpoint for each way a server can behave.

Usage: upstream.py READY_FILE. Writes {"url": …} there once it listens.
"""

import asyncio
import hashlib
import json
import os
import socket
import sys

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

app = FastAPI()
released = asyncio.Event()
PIECE = bytes(range(256)) * 256


@app.get("/hang")
async def hang():
    await asyncio.sleep(3600)


@app.get("/stream")
async def stream(pieces: int):
    async def body():
        for _ in range(pieces):
            yield PIECE

    digest = hashlib.sha256(PIECE * pieces).hexdigest()
    return StreamingResponse(body(), media_type="application/octet-stream", headers={"x-digest": digest})


@app.get("/two-pieces")
async def two_pieces():
    """The second piece comes once someone asked for /release."""

    async def body():
        yield b"first"
        await released.wait()
        yield b"second"

    return StreamingResponse(body(), media_type="text/plain")


@app.post("/release")
async def release():
    released.set()


@app.post("/upload")
async def upload(request: Request):
    size, digest = 0, hashlib.sha256()
    async for piece in request.stream():
        size += len(piece)
        digest.update(piece)
    return {"bytes": size, "digest": digest.hexdigest()}


@app.api_route("/echo", methods=["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
async def echo(request: Request):
    url = request.scope["raw_path"].decode() + "?" + request.scope["query_string"].decode()
    headers = {name.decode(): value.decode() for name, value in request.headers.raw}
    body = (await request.body()).decode("latin-1")
    answer = {"method": request.method, "url": url, "headers": headers, "body": body}
    return JSONResponse(answer, status_code=int(request.query_params.get("status", 200)), headers={"x-own": "kept"})


@app.get("/files/report")
async def report():
    return PlainTextResponse("a,b\n1,2\n", media_type="text/csv")


@app.post("/notes/pretty")
async def pretty():
    return Response('{\n  "rate": 1.10,\n  "note": "two\\nlines"\n}\n', media_type="application/json")


@app.post("/notes/table")
async def table():
    return PlainTextResponse("a,b\n1,2\n", media_type="text/csv")


@app.post("/{toolset}/{tool}")
async def tool(toolset: str, tool: str, arguments: dict):
    """Whatever tool one names answers with what it was given."""
    return {"tool": tool, "arguments": arguments, "rate": 1.25, "trips": [{"id": "T-1"}]}


@app.get("/{toolset}/{tool}")
async def reading_tool(toolset: str, tool: str, request: Request):
    return {"tool": tool, "arguments": dict(request.query_params)}


def main():
    # With the protocol named, asyncio sends what is written at once.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    ready = sys.argv[1]
    with open(ready + ".tmp", "w") as file:
        json.dump({"url": "http://127.0.0.1:%d" % listener.getsockname()[1]}, file)
    listener.listen(512)
    os.rename(ready + ".tmp", ready)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])


main()
