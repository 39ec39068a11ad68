# Two stages: one that may install, and one that holds only what runs. BASE is any image with Python 3.11 or later.
ARG BASE=python:3.11-slim-bookworm

FROM ${BASE} AS packages
COPY requirements.lock /
# pip stays behind: it installs into an environment that has none. Bytecode is compiled once, here, because later nothing
# can be written; it is trusted unchecked, because nothing changes either.
RUN python -m venv /installer \
    && python -m venv --without-pip /packages \
    && /installer/bin/python -m pip --python /packages/bin/python install --no-cache-dir --disable-pip-version-check \
        --no-compile --require-hashes --no-deps --requirement /requirements.lock
COPY service /app/service
RUN /packages/bin/python -m compileall -q --invalidation-mode unchecked-hash /packages/lib /app \
    && mkdir -p /volumes/data

FROM ${BASE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Rummy Referee" \
      org.opencontainers.image.description="Adjudicates 500 Rummy over HTTP" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=packages /packages /packages
COPY --from=packages --chown=10001:10001 /volumes /
COPY --from=packages /app /app
COPY openapi.yaml LICENSE /app/
COPY deploy/gunicorn.conf.py /app/deploy/

# A number, because an orchestrator that must not run root cannot look names up.
USER 10001:10001
# Games are kept in the folder where the service starts, and last as long as this volume; several replicas need a Redis
# instead. Everything else may be read-only.
VOLUME ["/data"]
WORKDIR /data
ENV RUMMY500_HOST=0.0.0.0 RUMMY500_PORT=8000 PYTHONPATH=/app PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["/packages/bin/python", "-c", \
        "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"RUMMY500_PORT\"]}/livez', timeout=2)"]
ENTRYPOINT ["/packages/bin/python", "-m", "gunicorn", "--config", "/app/deploy/gunicorn.conf.py"]
