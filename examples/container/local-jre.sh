#!/usr/bin/env bash
# Makes a base image from this machine's JDK: a Java runtime and the C libraries that it loads. For machines that have Docker but
# reach no registry of images. Linux only. Usage: local-jre.sh IMAGE
set -euo pipefail
image=${1:?usage: local-jre.sh IMAGE}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
modules=java.se,jdk.crypto.ec,jdk.httpserver,jdk.management,jdk.unsupported,jdk.zipfs
jlink --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --compress 2 --output "$root/opt/java"
# What draws windows is loaded only by programs that draw.
ldd "$root"/opt/java/bin/java "$root"/opt/java/lib/{server/libjvm,libjava,libnet,libnio,libzip}.so |
  sed -nE 's|^[^/]*(/[^ :]+) \(0x.*|\1|p' | sort -u | grep -v "^$root" |
  while read -r library; do install -D "$library" "$root$library"; done
mkdir -p -m 1777 "$root/tmp"
tar -C "$root" -c . | docker import -c 'ENV PATH=/opt/java/bin' - "$image" > /dev/null
