#!/usr/bin/env bash
# HAProxy 2.6.12 (Debian 12: 2.6.12-1+deb12u4), seen on 2026-11-30 on loopback; Node 20 plays the service and the client.
#
# With "retry-on 503" HAProxy sends a request again, a POST, too. But it can only send again what it had whole in its buffer when it
# sent it first. So two things decide whether an operation is retried, and nothing tells which it was:
#   how large it is      of 16384 bytes 1024 are kept free: a body of 15000 bytes arrives four times, one of 16000 bytes once. The
#                        headers count, too: with a cookie or token of 1000 bytes a body of 15000 bytes is not retried any more
#   how it is written    the same 20 bytes arrive four times if the client writes them with the headers, and once if it writes
#                        them 100 ms later, as a slow line or a client that writes headers first does
# "option http-buffer-request" waits for the body, and makes the second case like the first; the limit of size stays.
# Tests with small payloads on loopback see a gateway that hides failures, and an operation that arrives four times under one key. A
# large order over a slow line meets neither. Test a retry of a gateway with both.
#
# Output seen: the lines below. It needs Debian's apt-get, which downloads HAProxy into a temporary folder and installs nothing.
set -euo pipefail
folder=$(mktemp -d)
haproxy=
trap '[ -z "$haproxy" ] || { kill "$haproxy"; wait "$haproxy" || true; }; rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download 'haproxy=2.6.12-*' liblua5.3-0 libopentracing-c-wrapper0 libopentracing1
for package in *.deb; do dpkg-deb -x "$package" server; done
read -r plain waits service < <(node -e '
  const held = [0, 0, 0].map(() => net.createServer().listen(0, "127.0.0.1"));
  setTimeout(() => { console.log(...held.map((each) => each.address().port)); process.exit(); }, 100)')
cat > haproxy.cfg <<CONF
defaults
  mode http
  timeout connect 2s
  timeout client 5s
  timeout server 5s
  retries 3
  retry-on 503
listen plain
  bind 127.0.0.1:$plain
  server one 127.0.0.1:$service
listen waits
  bind 127.0.0.1:$waits
  option http-buffer-request
  server one 127.0.0.1:$service
CONF
LD_LIBRARY_PATH=server/usr/lib/$(uname -m)-linux-gnu server/usr/sbin/haproxy -db -f haproxy.cfg > log 2>&1 &
haproxy=$!
cat > requests.mjs <<'JS'
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [plain, waits, service] = process.argv.slice(2).map(Number);
let bodies = [];
const server = http.createServer((request, response) => {
  let length = 0;
  request.on('data', (bytes) => (length += bytes.length));
  request.on('end', () => {
    bodies.push(length);
    response.writeHead(503).end();
  });
});
await new Promise((listening) => server.listen(service, '127.0.0.1', listening));

function post(port, body, { later = 0, ...headers } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/orders',
      headers: { 'Idempotency-Key': 'k-1', 'Content-Length': body.length, ...headers },
    });
    request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
    request.on('error', reject);
    if (later) {
      request.flushHeaders();
      sleep(later).then(() => request.end(body));
    } else {
      request.end(body);
    }
  });
}

async function print(what, port, length, options) {
  bodies = [];
  const status = await post(port, 'a'.repeat(length), options);
  const whole = bodies.every((each) => each === length);
  console.log(`${what}: arrived ${bodies.length} times, whole: ${whole}, the client got ${status}`);
}

async function up(left) {
  await post(plain, 'a').catch((error) => {
    if (left === 0) throw error;
    return sleep(100).then(() => up(left - 1));
  });
}

const cookie = { Cookie: `token=${'a'.repeat(1000)}` };
await up(50);
await print('15000 bytes', plain, 15000);
await print('16000 bytes', plain, 16000);
await print('15000 bytes and a cookie', plain, 15000, cookie);
await print('14000 bytes and a cookie', plain, 14000, cookie);
await print('20 bytes', plain, 20);
await print('20 bytes after the headers', plain, 20, { later: 100 });
await print('20 bytes after the headers, waits', waits, 20, { later: 100 });
await print('16000 bytes, waits', waits, 16000);
process.exit();
JS
timeout 60 node requests.mjs "$plain" "$waits" "$service" | tee seen.txt
diff seen.txt - <<'SEEN'
15000 bytes: arrived 4 times, whole: true, the client got 503
16000 bytes: arrived 1 times, whole: true, the client got 503
15000 bytes and a cookie: arrived 1 times, whole: true, the client got 503
14000 bytes and a cookie: arrived 4 times, whole: true, the client got 503
20 bytes: arrived 4 times, whole: true, the client got 503
20 bytes after the headers: arrived 1 times, whole: true, the client got 503
20 bytes after the headers, waits: arrived 4 times, whole: true, the client got 503
16000 bytes, waits: arrived 1 times, whole: true, the client got 503
SEEN
