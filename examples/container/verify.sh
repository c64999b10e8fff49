#!/usr/bin/env bash
# Builds the image and judges a shop with it: with the bug the container must end with 1, and fixed with 0. Exit code 0: as
# expected. Needs Docker, a JDK, and a build (mvn package -Prelease) before. JRE=IMAGE takes another base. Where the usual base
# cannot be fetched, one is made from the JDK of this machine.
set -euo pipefail
cd "$(dirname "$0")"
command -v docker > /dev/null && docker info > /dev/null 2>&1 \
  || { echo "container: not tried, for no Docker engine answers here" >&2; exit 2; }
cli=../../reports/target/cli
[ -d "$cli" ] || { echo "verify.sh: build first: mvn package -Prelease" >&2; exit 2; }
base=()
usual=$(sed -n 's/^ARG JRE=//p' Dockerfile)
if [ -z "${JRE:-}" ] && ! docker image inspect "$usual" > /dev/null 2>&1 && ! timeout 120 docker pull -q "$usual" > /dev/null 2>&1; then
  echo "container: $usual cannot be fetched, so the base is made from the JDK of this machine"
  JRE=samekey-local-jre
  ./local-jre.sh "$JRE"
fi
[ -z "${JRE:-}" ] || base=(--build-arg "JRE=$JRE")
docker build -q "${base[@]}" -t samekey -f Dockerfile "$cli" > /dev/null
size=$(($(docker image inspect -f '{{.Size}}' samekey) / 1000000))
echo "container: the image has $size MB"
[ "$size" -lt 250 ] || { echo "verify.sh: expected less than 250 MB" >&2; exit 1; }

work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$work"' EXIT
cp target.yaml "$work/api.yaml"
javac -d "$work/classes" ../maven-plugin/src/main/java/com/example/shop/Shop.java

judge() { # judge EXPECTED, against the shop that runs
  local code=0
  # The host's network, for the shop is there. A target that has a name of its own in a network needs no such option.
  docker run --rm --network host --user "$(id -u):$(id -g)" -v "$work:/data" samekey \
    verify --target api.yaml --clauses RPL,CON --out report > "$work/said.txt" 2>&1 || code=$?
  [ "$code" = "$1" ] || { cat "$work/said.txt" >&2; echo "verify.sh: expected exit code $1, got $code" >&2; exit 1; }
  [ -f "$work/report/contract-matrix.html" ] || { echo "verify.sh: no report was written" >&2; exit 1; }
  grep -m 1 -o 'Effects of [0-9]* simultaneous requests for an order under one key: expected 1, got [0-9]*' "$work/said.txt" || true
  grep '^gate: ' "$work/said.txt"
}

start() {
  "$@" java -cp "$work/classes" com.example.shop.Shop &
  pid=$!
  for ((tries = 0; tries < 100; tries++)); do
    (exec 3<> /dev/tcp/127.0.0.1/3917) 2> /dev/null && return
    sleep 0.1
  done
  echo "verify.sh: the shop does not listen" >&2
  exit 2
}

end() {
  kill "$pid"
  wait "$pid" || true
  pid=
}

start env
judge 1
end
start env SHOP_FIXED=yes
judge 0
echo "container: it judges as it should"
