#!/usr/bin/env bash
# undici 7.30.2 (npm), seen on 2026-11-29 with Node 20 on loopback.
#
# The RetryAgent takes a response that was cut for a download to go on with, also where the request was a PUT under a key: it sends
# the PUT a second time, with Range and If-Match headers that the caller never set, and joins the rest to what it had. So
# one operation of the caller is two PUTs on the wire that differ in their headers, and the caller's response is made of two.
# A server that takes all headers into the fingerprint of a request sees another payload under the key.
#
# Output seen: the lines below.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund undici@7.30.2
cat > attempts.mjs <<'JS'
import http from 'node:http';
import { Agent, RetryAgent, request } from 'undici';

const BODY = '{"id":"order-1"}';
const CUT = 6;
const service = http.createServer((incoming, response) => {
  incoming.resume().on('end', () => {
    const { range, 'if-match': match, 'idempotency-key': key } = incoming.headers;
    console.log(`${incoming.method} key ${key}, range ${range}, if-match ${match}`);
    if (range) {
      response
        .writeHead(206, { ETag: '"1"', 'Content-Range': `bytes ${CUT}-${BODY.length - 1}/${BODY.length}` })
        .end(BODY.slice(CUT));
    } else {
      response.writeHead(201, { ETag: '"1"', 'Content-Length': BODY.length });
      response.write(BODY.slice(0, CUT), () => setTimeout(() => response.destroy(), 50));
    }
  });
});
await new Promise((listening) => service.listen(0, '127.0.0.1', listening));
const dispatcher = new RetryAgent(new Agent(), { minTimeout: 20 });
const answer = await request(`http://127.0.0.1:${service.address().port}/orders/1`, {
  method: 'PUT',
  body: '{"amount":10}',
  headers: { 'idempotency-key': 'k-1' },
  dispatcher,
});
console.log(`the caller got ${answer.statusCode} ${await answer.body.text()}`);
await dispatcher.close();
service.closeAllConnections();
service.close();
JS
timeout 60 node attempts.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
PUT key k-1, range undefined, if-match undefined
PUT key k-1, range bytes=6-15, if-match "1"
the caller got 201 {"id":"order-1"}
SEEN
