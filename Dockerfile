# Two stages: one that may install, and one that holds only what runs. BASE is any image with Python 3.11 or later.
ARG BASE=python:3.11-slim-bookworm

FROM ${BASE} AS packages
COPY requirements.lock /
RUN python -m venv /packages \
    && /packages/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
        --require-hashes --no-deps --requirement /requirements.lock

FROM ${BASE}
COPY --from=packages /packages /packages
WORKDIR /app
COPY openapi.yaml LICENSE ./
COPY service service
COPY deploy/gunicorn.conf.py deploy/
RUN ["/packages/bin/python", "-m", "compileall", "-q", "service"]

# A number, because an orchestrator that must not run root cannot look names up.
USER 10001:10001
ENV RUMMY500_HOST=0.0.0.0 RUMMY500_PORT=8000 PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
    CMD ["/packages/bin/python", "-c", \
        "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"RUMMY500_PORT\"]}/livez', timeout=2)"]
ENTRYPOINT ["/packages/bin/python", "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py"]
