#!/usr/bin/env bash
# openai 6.30.1, @anthropic-ai/sdk 1.10.0, lithic 0.145.0, dodopayments 2.52.0 and modern-treasury 3.3.0 (npm), seen on 2026-11-30
# with Node 20 on loopback.
#
# These SDKs look alike within. Each takes the request option idempotencyKey, and each sends a POST up to two times more by default.
# Only modern-treasury sends the key. openai, lithic and dodopayments describe the option as "a unique key for this request to
# enable idempotency", send none, and do not warn: a retried refund or card has nothing that tells it from a second one. The types of
# anthropic say that the option has no effect. The option "headers" sends the key in each of them; lithic also has a parameter
# 'Idempotency-Key' for some operations, and that one works.
# How long they wait differs, too:
#   61 s      modern-treasury takes a wait of a minute or more for none, and sends again in about half a second: a service that
#             asks for more time gets less. The others wait.
#   30 days   are more than a timer of Node holds. openai, lithic and dodopayments send again at once, anthropic and
#             modern-treasury after half a second.
# So see the key on the wire before you trust an option, and keep a Retry-After under a minute.
#
# Output seen: the lines below. The service answers 503 once, with Retry-After. Node warns of the 30 days (TimeoutOverflowWarning).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund \
  openai@6.30.1 @anthropic-ai/sdk@1.10.0 lithic@0.145.0 dodopayments@2.52.0 modern-treasury@3.3.0
cat > attempts.mjs <<'JS'
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import DodoPayments from 'dodopayments';
import Lithic from 'lithic';
import ModernTreasury from 'modern-treasury';
import OpenAI from 'openai';

const LONG = 5000;
const MINUTE_AND_MORE = '61';
const THIRTY_DAYS = '2592000';
const sdks = {
  openai: (baseURL, option) => new OpenAI({ apiKey: 'test', baseURL }).responses.create({ model: 'm', input: 'Hello' }, option),
  anthropic: (baseURL, option) =>
    new Anthropic({ apiKey: 'test', baseURL }).messages.create(
      { model: 'm', max_tokens: 8, messages: [{ role: 'user', content: 'Hello' }] },
      option,
    ),
  lithic: (baseURL, option) => new Lithic({ apiKey: 'test', baseURL }).cards.create({ type: 'VIRTUAL' }, option),
  dodopayments: (baseURL, option) =>
    new DodoPayments({ bearerToken: 'test', baseURL }).refunds.create({ payment_id: 'pay-1' }, option),
  'modern-treasury': (baseURL, option) =>
    new ModernTreasury({ apiKey: 'test', organizationID: 'test', baseURL }).counterparties.create({ name: 'Example' }, option),
};

/** The service is unavailable once, and then answers. */
async function attempts(send, retryAfter, option = { idempotencyKey: 'k-1' }) {
  const seen = [];
  const service = http.createServer((request, response) => {
    request.resume().on('end', () => {
      seen.push({ at: Date.now(), key: request.headers['idempotency-key'] });
      const headers = { 'Content-Type': 'application/json', ...(seen.length === 1 && { 'Retry-After': retryAfter }) };
      response.writeHead(seen.length === 1 ? 503 : 200, headers).end('{}');
    });
  });
  await new Promise((listening) => service.listen(0, '127.0.0.1', listening));
  await Promise.race([send(`http://127.0.0.1:${service.address().port}`, option), sleep(LONG)]);
  service.closeAllConnections();
  service.close();
  return seen;
}

function wait([first, second]) {
  if (!second) return `not in ${LONG / 1000} s`;
  const ms = second.at - first.at;
  return ms < 300 ? 'at once' : ms < 1500 ? 'in about half a second' : 'in 2 s';
}

const lines = await Promise.all(
  Object.entries(sdks).map(async ([name, send]) => {
    const short = await attempts(send, '2');
    const minute = await attempts(send, MINUTE_AND_MORE);
    const days = await attempts(send, THIRTY_DAYS);
    const header = await attempts(send, '1', { headers: { 'Idempotency-Key': 'k-2' } });
    const keys = (seen) => [...new Set(seen.map((attempt) => attempt.key ?? 'none'))];
    return (
      `${name}: option ${keys(short)}, header ${keys(header)}; ` +
      `asked to wait 2 s, again ${wait(short)}; 61 s, ${wait(minute)}; 30 days, ${wait(days)}`
    );
  }),
);
console.log(lines.join('\n'));
const card = { type: 'VIRTUAL', 'Idempotency-Key': 'k-3' };
const parameter = await attempts((baseURL) => new Lithic({ apiKey: 'test', baseURL }).cards.create(card), '1');
console.log(`lithic: parameter ${parameter.map((attempt) => attempt.key)}`);
process.exit();
JS
timeout 60 node attempts.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
openai: option none, header k-2; asked to wait 2 s, again in 2 s; 61 s, not in 5 s; 30 days, at once
anthropic: option none, header k-2; asked to wait 2 s, again in 2 s; 61 s, not in 5 s; 30 days, in about half a second
lithic: option none, header k-2; asked to wait 2 s, again in 2 s; 61 s, not in 5 s; 30 days, at once
dodopayments: option none, header k-2; asked to wait 2 s, again in 2 s; 61 s, not in 5 s; 30 days, at once
modern-treasury: option k-1, header k-2; asked to wait 2 s, again in 2 s; 61 s, in about half a second; 30 days, in about half a second
lithic: parameter k-3,k-3
SEEN
