# The installed suite on Debian, with what it needs to build a team's RTL:
#   docker build -t contest-rig .                          # on Debian 12; --build-arg DEBIAN=13: on the next
#   docker run --rm -v "$PWD:/design" -w /design contest-rig certify --contest icfpt2014 --dut rtl:board.toml
ARG DEBIAN=12
FROM debian:${DEBIAN}-slim AS build
COPY . /source
WORKDIR /source
RUN scripts/setup
RUN cmake --preset release && cmake --build --preset release --parallel
RUN cpack --config build/release/CPackConfig.cmake

FROM debian:${DEBIAN}-slim
COPY --from=build /source/build/release/packages /tmp/packages
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/packages/*.deb && rm -rf /tmp/packages /var/lib/apt/lists/*
RUN certify --version
CMD ["certify", "--help"]
