# The page for phones in a container: docker build -t pipwise . && docker run -p 8000:8000 -v pipwise:/data pipwise
# PIPWISE_URL tells the address that phones use, for the links and QR codes, e.g. -e PIPWISE_URL=http://192.168.1.5:8000
FROM python:3.13-slim AS build
WORKDIR /build
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY engine engine
COPY models models
COPY server server
COPY vision vision
RUN python -m venv /opt/pipwise \
    && /opt/pipwise/bin/pip install --no-cache-dir --constraint constraints.txt '.[postgres]'

FROM python:3.13-slim
COPY --from=build /opt/pipwise /opt/pipwise
RUN useradd --create-home --uid 1000 pipwise \
    && install --directory --owner pipwise --group pipwise /data
USER pipwise
# What numba compiles is kept with the games, so that it is compiled once.
ENV PATH=/opt/pipwise/bin:$PATH \
    PIPWISE_DATA=/data \
    NUMBA_CACHE_DIR=/data/compiled \
    PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/health', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["pipwise", "serve", "--port", "8000"]
