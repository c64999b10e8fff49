#!/usr/bin/env bash
# Apache httpd 2.4.71 (Debian 12: 2.4.71-1~deb12u1, mod_proxy_http), seen on 2026-12-01 on loopback; Node 20 plays the service and one
# client, java.net.HttpURLConnection of JDK 17 the other.
#
# The service reads a POST whole, acts, and closes the connection without a response. A client on a new connection gets 502 of httpd. On a
# connection that has carried a request before, httpd sends nothing: it closes the connection, as a server does that has not read the
# request. Whether httpd's own connection to the service was kept does not matter, nor does "disablereuse". httpd's access log has 502
# for it all the same, so log and client disagree. A test of one request sees the 502; clients with a pool do not.
# Whoever repeats a POST after such an end repeats one that was done. HttpURLConnection does it unasked: one POST of the application
# arrives twice, though httpd has sent each once, and the application sees one 502.
#
# Output seen: the lines below. It needs Debian's apt-get, which downloads httpd into a temporary folder and installs nothing, Node and
# a JDK.
set -euo pipefail
folder=$(mktemp -d)
httpd=
trap '[ -z "$httpd" ] || { kill "$httpd"; wait "$httpd" || true; }; rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download 'apache2-bin=2.4.71-*' libapr1 libaprutil1
for package in *.deb; do dpkg-deb -x "$package" server; done
modules=$folder/server/usr/lib/apache2/modules
export LD_LIBRARY_PATH=$(echo server/usr/lib/*-linux-gnu)
read -r gateway service < <(node -e '
  const held = [0, 0].map(() => net.createServer().listen(0, "127.0.0.1"));
  setTimeout(() => { console.log(...held.map((each) => each.address().port)); process.exit(); }, 100)')
cat > httpd.conf <<CONF
ServerName 127.0.0.1
Listen 127.0.0.1:$gateway
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule proxy_module $modules/mod_proxy.so
LoadModule proxy_http_module $modules/mod_proxy_http.so
ErrorLog $folder/error.log
PidFile $folder/httpd.pid
DefaultRuntimeDir $folder
LogFormat "%m %>s" status
CustomLog $folder/access.log status
ProxyPass /fresh/ http://127.0.0.1:$service/ disablereuse=on
ProxyPass / http://127.0.0.1:$service/
CONF
server/usr/sbin/apache2 -X -d "$folder" -f httpd.conf &
httpd=$!
cat > Order.java <<'JAVA'
import java.net.HttpURLConnection;
import java.net.URL;

/** Reads once, so that its connection is kept, and then sends one POST. */
class Order {
    public static void main(String[] args) throws Exception {
        try (var read = new URL(args[0] + "/").openStream()) {
            read.readAllBytes();
        }
        var post = (HttpURLConnection) new URL(args[0] + "/orders").openConnection();
        post.setRequestMethod("POST");
        post.setRequestProperty("Idempotency-Key", "k-1");
        post.setDoOutput(true);
        post.getOutputStream().write("{\"amount\":10}".getBytes());
        try {
            System.out.print(post.getResponseCode());
        } catch (java.io.IOException none) {
            System.out.print("no response");
        }
    }
}
JAVA
cat > requests.mjs <<'JS'
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [gateway, service] = process.argv.slice(2).map(Number);
let writes = 0;
/** Answers reads; acts on a write, and then closes. */
const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume().on('end', () => {
    if (request.method === 'GET') return response.end('ok');
    writes++;
    request.socket.destroy();
  });
});
await new Promise((listening) => server.listen(service, '127.0.0.1', listening));

const send = (agent, method, path) =>
  new Promise((seen) => {
    const request = http.request({ agent, port: gateway, host: '127.0.0.1', method, path }, (response) =>
      response.resume().on('end', () => seen(response.statusCode)));
    request.on('error', () => seen('no response')).end(method === 'GET' ? undefined : '{"amount":10}');
  });

/** The newest line of httpd's log, which it writes when the request is over. */
const logged = async () => (await sleep(300), readFileSync('access.log', 'utf8').trim().split('\n').at(-1));

async function print(path, before) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = 0; i < before; i++) await send(agent, 'GET', '/');
  writes = 0;
  const got = await send(agent, 'POST', path);
  console.log(`POST ${path} after ${before} requests: the client got ${got}, arrived ${writes}, log: ${await logged()}`);
  agent.destroy();
}

for (let i = 0; (await send(undefined, 'GET', '/')) !== 200; i++) {
  if (i > 50) throw new Error('httpd does not start');
  await sleep(100);
}
for (const path of ['/orders', '/fresh/orders']) {
  await print(path, 0);
  await print(path, 1);
}
writes = 0;
const got = await new Promise((seen, failed) =>
  execFile('java', ['Order.java', `http://127.0.0.1:${gateway}`], { timeout: 30_000 }, (error, out) =>
    error ? failed(error) : seen(out)));
console.log(`HttpURLConnection, one POST after 1 request: it got ${got}, arrived ${writes}`);
process.exit();
JS
timeout 100 node requests.mjs "$gateway" "$service" | tee seen.txt
diff seen.txt - <<'SEEN'
POST /orders after 0 requests: the client got 502, arrived 1, log: POST 502
POST /orders after 1 requests: the client got no response, arrived 1, log: POST 502
POST /fresh/orders after 0 requests: the client got 502, arrived 1, log: POST 502
POST /fresh/orders after 1 requests: the client got no response, arrived 1, log: POST 502
HttpURLConnection, one POST after 1 request: it got 502, arrived 2
SEEN
