# The bot as an image: docker build -t kalamazoo .   (docs/operating.md, section 1)
FROM python:3.13-slim AS build
ENV PIP_NO_CACHE_DIR=1
WORKDIR /source
COPY pyproject.toml requirements.lock README.md LICENSE ./
COPY engine engine
COPY bot bot
COPY docs/games docs/games
COPY migrations migrations
RUN python -m venv --without-pip /opt/kalamazoo
RUN pip --python /opt/kalamazoo/bin/python install --constraint requirements.lock ".[postgresql]"
RUN mkdir -p /data

FROM python:3.13-slim
COPY --from=build /opt/kalamazoo /opt/kalamazoo
COPY --from=build --chown=10001:10001 /data /data
ENV PATH=/opt/kalamazoo/bin:$PATH \
    HOME=/data \
    PYTHONDONTWRITEBYTECODE=1 \
    KALAMAZOO_DATABASE_URL=sqlite+aiosqlite:////data/kalamazoo.sqlite3 \
    KALAMAZOO_MONITORING=127.0.0.1:8914
USER 10001:10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["kalamazoo", "health"]
ENTRYPOINT ["kalamazoo"]
CMD ["run"]
