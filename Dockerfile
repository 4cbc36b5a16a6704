# The installed suite on Debian 12, with what it needs to build a team's RTL:
#   docker build -t contest-rig .
#   docker run --rm -v "$PWD:/design" -w /design contest-rig certify --contest icfpt2014 --dut rtl:board.toml
FROM debian:12-slim AS build
COPY . /source
WORKDIR /source
RUN scripts/setup
RUN cmake --preset release && cmake --build --preset release --parallel
RUN cmake --install build/release --prefix /usr/local --strip

FROM debian:12-slim
COPY packaging/runtime-packages.txt /tmp/runtime-packages.txt
RUN apt-get update && \
    sed 's/[[:space:]].*//; /^#/d; /^$/d' /tmp/runtime-packages.txt | xargs apt-get install -y --no-install-recommends && \
    rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/local /usr/local
RUN certify --version
CMD ["certify", "--help"]
