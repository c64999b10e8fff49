#!/usr/bin/env bash
# Judges proxies of Debian 12 with the built samekey.jar, and compares what breaks with expected.txt: ./verify.sh [NAME…], by default each
# that is installed: nginx 1.22, haproxy 2.6, varnish 7.1 (varnishd), lighttpd 1.4, caddy 2.6, httpd 2.4 (apache2), squid 5.7.
# Each takes about a minute.
set -euo pipefail
cd "$(dirname "$0")"
source ../verify.bash
folder=$PWD

start() { # start NAME: becomes the device, with its files in the work folder
  exec > "$work/$1.log" 2>&1
  case $1 in
    nginx) exec nginx -p "$work" -e error.log -c "$folder/nginx.conf" ;;
    haproxy) exec haproxy -f "$folder/haproxy.cfg" ;;
    varnish) exec varnishd -F -n "$work/varnish" -a 127.0.0.1:9201 -f "$folder/varnish.vcl" ;;
    lighttpd) exec lighttpd -D -f "$folder/lighttpd.conf" ;;
    caddy) HOME=$work exec caddy run --config "$folder/Caddyfile" --adapter caddyfile ;;
    httpd) WORK=$work exec apache2 -X -d "$work" -f "$folder/httpd.conf" ;;
    squid) exec squid -N -f "$folder/squid.conf" ;;
    *) echo "verify.sh: there is no «$1»: $known" >&2; exit 2 ;;
  esac
}

known='nginx haproxy varnish lighttpd caddy httpd squid'
names=("$@")
[ $# -gt 0 ] || read -ra names <<< "$known"
for name in "${names[@]}"; do
  program=$name
  [ "$name" != varnish ] || program=varnishd
  [ "$name" != httpd ] || program=apache2
  command -v "$program" > /dev/null || { echo "path, $name: not run, for it is not installed"; continue; }
  start "$name" &
  pid=$!
  pids+=("$pid")
  listening 9201
  code=0
  java -jar "$jar" path --front http://127.0.0.1:9201 --back 127.0.0.1:9200 --out "$work/$name-report" \
    > "$work/$name.out" 2>&1 || code=$?
  kill "$pid" && wait "$pid" 2> /dev/null || true
  breaks=0
  ! grep -q "^$name " expected.txt || breaks=1
  [ "$code" = "$breaks" ] || { tail -5 "$work/$name.out"; echo "verify.sh: expected exit code $breaks, got $code" >&2; exit 1; }
  diff -u <(sed -n "/^$name /p" expected.txt | sort) \
    <(sed -n "s/^| \(PTH-[0-9]*\) | [A-Z]* | [^ ]* \(broken\|inconclusive\) |.*/$name \1 \2/p" \
      "$work/$name-report/contract-matrix.md" | sort)
  echo "path, $name: what breaks is as expected"
done
