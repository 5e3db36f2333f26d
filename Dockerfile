# The server in a container; its data lie in the volume /data, and nothing else is written but /tmp.
FROM python:3.12.13-slim-trixie AS built

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /app

# Packages before source: a change of code reuses this layer. Of the locks that one is enough which a server needs.
COPY requirements.lock ./
RUN python -m venv /venv && /venv/bin/pip install --require-hashes -r requirements.lock

COPY pyproject.toml setup.py LICENSE ./
COPY src ./src
COPY docs ./docs
COPY data/starter ./data/starter
COPY data/search_words ./data/search_words
COPY data/word_vectors ./data/word_vectors
COPY data/wishes ./data/wishes
COPY data/glossaries ./data/glossaries
# Bytecode now, as later nobody may write it; what only installs has done its work, and packages were tested elsewhere.
RUN /venv/bin/pip install --no-deps --no-build-isolation --editable . \
    && /venv/bin/python -m compileall -q src \
    && /venv/bin/pip uninstall --yes uv setuptools pip \
    && find /venv -type d -name tests -prune -exec rm -r {} +

FROM python:3.12.13-slim-trixie

WORKDIR /app
# What changes seldom comes in a layer of its own.
COPY --from=built /venv /venv
COPY --from=built /app /app

# A number, so that Kubernetes can see that it is not root. What runs owns nothing but its data.
RUN useradd --no-create-home --home-dir /tmp --uid 10001 tess \
    && install --directory --mode=0700 --owner=10001 --group=10001 /data
USER 10001:10001
ENV PATH=/venv/bin:$PATH TESS_DATA_DIR=/data PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
VOLUME /data
EXPOSE 8000

HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
# It listens for others, so it wants TESS_TOKEN_SECRET, and says so and ends where there is none.
CMD ["tess", "serve", "--host", "0.0.0.0", "--port", "8000"]
