#!/usr/bin/env bash
# nginx 1.22.1 (Debian 12: 1.22.1-9+deb12u11), seen on 2026-11-30 on loopback; Node 20 plays the service and the client.
#
# "proxy_next_upstream_tries 1" does not mean one try. A try that fails on a connection that nginx had kept open does not count. So a
# PUT goes to the one server of the upstream again on each kept connection, and then on a new one. The service read each of these
# requests whole, acted, and closed the connection without a response. Four kept connections made five PUTs out of one.
# The number follows the traffic before: 1 on a quiet gateway, 5 after four requests at once, more after more. A test of one
# request at a time never sees it. A POST is sent once, but with "non_idempotent", as one may set it for requests under a key, it
# is sent as often as the PUT. "proxy_next_upstream off" makes it one again; so does an upstream without "keepalive".
# For a service it means: five copies under one key, in a row, each after one that acted and did not answer. To show that it is safe
# there, send the copies through a gateway that is warm.
#
# Output seen: the lines below. It needs Debian's apt-get, which downloads nginx into a temporary folder and installs nothing.
set -euo pipefail
folder=$(mktemp -d)
nginx=
trap '[ -z "$nginx" ] || { kill "$nginx"; wait "$nginx" || true; }; rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download 'nginx=1.22.1-*'
dpkg-deb -x nginx_*.deb server
read -r gateway service < <(node -e '
  const held = [0, 0].map(() => net.createServer().listen(0, "127.0.0.1"));
  setTimeout(() => { console.log(...held.map((each) => each.address().port)); process.exit(); }, 100)')
cat > nginx.conf <<CONF
daemon off;
pid nginx.pid;
error_log error.log;
events {}
http {
  access_log off;
  client_body_temp_path temp; proxy_temp_path temp; fastcgi_temp_path temp; uwsgi_temp_path temp; scgi_temp_path temp;
  upstream orders { server 127.0.0.1:$service; keepalive 8; }
  server {
    listen 127.0.0.1:$gateway;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_next_upstream_tries 1;
    location / { proxy_pass http://orders; }
    location /keyed/ { proxy_pass http://orders; proxy_next_upstream error timeout non_idempotent; }
    location /off/ { proxy_pass http://orders; proxy_next_upstream off; }
  }
}
CONF
server/usr/sbin/nginx -p "$folder" -c nginx.conf -e error.log &
nginx=$!
cat > requests.mjs <<'JS'
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [gateway, service] = process.argv.slice(2).map(Number);
const KEY = 'k-1';
let writes = [];
const reads = [];
let atOnce = 0;

/** Answers reads when all of them are there, so that each has a connection of its own. Acts on a write, and then closes. */
const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume().on('end', () => {
    if (request.method === 'GET') {
      reads.push(response);
      if (reads.length === atOnce) reads.splice(0).forEach((each) => each.end('ok'));
    } else {
      writes.push(request.headers['idempotency-key']);
      request.socket.destroy();
    }
  });
});
await new Promise((listening) => server.listen(service, '127.0.0.1', listening));

const send = (method, path) =>
  fetch(`http://127.0.0.1:${gateway}${path}`, {
    method,
    ...(method === 'GET' ? {} : { body: '{"amount":10}', headers: { 'Idempotency-Key': KEY } }),
  }).then(async (response) => (await response.text(), response.status));

async function up(left) {
  await fetch(`http://127.0.0.1:${gateway}/off/`, { method: 'PUT' }).catch((error) => {
    if (left === 0) throw error;
    return sleep(100).then(() => up(left - 1));
  });
}

async function print(method, path, kept) {
  atOnce = kept;
  await Promise.all(Array.from({ length: kept }, () => send('GET', '/')));
  await sleep(100);
  writes = [];
  const status = await send(method, path);
  const same = writes.every((key) => key === KEY);
  console.log(`${method} ${path}, ${kept} kept: arrived ${writes.length} times, same key: ${same}, the client got ${status}`);
}

await up(50);
await print('PUT', '/orders/1', 0);
await print('PUT', '/orders/1', 1);
await print('PUT', '/orders/1', 4);
await print('DELETE', '/orders/1', 4);
await print('POST', '/orders', 4);
await print('POST', '/keyed/orders', 4);
await print('PUT', '/off/orders/1', 4);
server.closeAllConnections();
server.close();
process.exit();
JS
timeout 60 node requests.mjs "$gateway" "$service" | tee seen.txt
diff seen.txt - <<'SEEN'
PUT /orders/1, 0 kept: arrived 1 times, same key: true, the client got 502
PUT /orders/1, 1 kept: arrived 2 times, same key: true, the client got 502
PUT /orders/1, 4 kept: arrived 5 times, same key: true, the client got 502
DELETE /orders/1, 4 kept: arrived 5 times, same key: true, the client got 502
POST /orders, 4 kept: arrived 1 times, same key: true, the client got 502
POST /keyed/orders, 4 kept: arrived 5 times, same key: true, the client got 502
PUT /off/orders/1, 4 kept: arrived 1 times, same key: true, the client got 502
SEEN
