#!/usr/bin/env bash
# axios 1.21.1 with axios-retry 4.5.0, ofetch 1.5.1 and ky 2.1.0, seen on 2026-11-29 with Node 20 on loopback.
#
# Each of these has a hook that may change a request before it is sent. Whether the hook runs once for an operation or once for each
# attempt differs, and with it the key that the hook makes:
#   axios request interceptor   once for each attempt: a new key each time
#   ofetch onRequest            once for each attempt: a new key each time
#   axios transformRequest      once for the operation: axios-retry takes the transformation away before it retries
#   ky beforeRequest            once for the operation: its retries have a hook of their own (beforeRetry)
#
# Output seen: the four lines below. The service answers 503 twice, and then 201.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund axios@1.21.1 axios-retry@4.5.0 ofetch@1.5.1 ky@2.1.0
cat > attempts.mjs <<'JS'
import http from 'node:http';
import { randomUUID } from 'node:crypto';
import axios from 'axios';
import axiosRetry from 'axios-retry';
import { ofetch } from 'ofetch';
import ky from 'ky';

const HEADER = 'Idempotency-Key';

async function keys(name, send) {
  const seen = [];
  const service = http.createServer((request, response) => {
    request.resume().on('end', () => {
      seen.push(request.headers['idempotency-key']);
      response.writeHead(seen.length < 3 ? 503 : 201, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise((listening) => service.listen(0, '127.0.0.1', listening));
  try {
    await send(`http://127.0.0.1:${service.address().port}/payments`);
  } finally {
    service.closeAllConnections();
    service.close();
  }
  console.log(`${name}: ${seen.length} attempts, ${new Set(seen).size} keys`);
}

const payment = { amount: 10 };
const options = { retries: 2, retryCondition: () => true };

const intercepted = axios.create();
intercepted.interceptors.request.use((config) => {
  config.headers.set(HEADER, randomUUID());
  return config;
});
axiosRetry(intercepted, options);
await keys('axios request interceptor', (url) => intercepted.post(url, payment));

await keys('ofetch onRequest', (url) =>
  ofetch(url, {
    method: 'POST',
    body: payment,
    retry: 2,
    onRequest: ({ options }) => void options.headers.set(HEADER, randomUUID()),
  }));

const transformed = axios.create({
  transformRequest: [
    (data, headers) => {
      headers.set(HEADER, randomUUID());
      return JSON.stringify(data);
    },
  ],
});
axiosRetry(transformed, options);
await keys('axios transformRequest', (url) => transformed.post(url, payment));

await keys('ky beforeRequest', (url) =>
  ky.post(url, {
    json: payment,
    retry: { methods: ['post'], limit: 2, delay: () => 20 },
    hooks: { beforeRequest: [({ request }) => void request.headers.set(HEADER, randomUUID())] },
  }));
JS
timeout 60 node attempts.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
axios request interceptor: 3 attempts, 3 keys
ofetch onRequest: 3 attempts, 3 keys
axios transformRequest: 3 attempts, 1 keys
ky beforeRequest: 3 attempts, 1 keys
SEEN
