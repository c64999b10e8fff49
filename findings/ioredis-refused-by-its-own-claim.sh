#!/usr/bin/env bash
# ioredis 6.0.0 and BullMQ 6.7.0 (npm) with redis 6.3.1 (npm) to compare, and Redis 7.0.15 (Debian 12: 5:7.0.15-1~deb12u10), seen on
# 2026-11-30 with Node 20 on loopback.
#
# When the connection breaks after Redis has carried out a command and before its reply arrives, ioredis connects again and sends
# the command again, without a word: autoResendUnfulfilledCommands is on. The caller gets the reply to the second time as if it
# were the first:
#   SET key me NX    null, "someone else has it": the claim is the caller's own, so nobody does the operation until it expires
#   INCR             2, for one call
#   RPOP             the second job of a list; the first is gone, and nobody has it
#   MULTI            the whole transaction is done twice
# A SET NX with GET can tell: the value that comes back is the caller's own. With maxRetriesPerRequest at 0 the call ends with an
# error, as it does in the client "redis".
# BullMQ sends by ioredis: one add() makes two jobs, and the caller knows the second only. With an id for deduplication it makes
# one. A store of keys that claims by SET NX must write who claims, and on a refusal look whether the claim is its own. Else the
# first attempt of an operation is told "in progress", as are all retries until the claim expires, and nothing is in progress.
#
# Output seen: the lines below. It needs Debian's apt-get, which downloads the server into a temporary folder and installs nothing.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill "$server"; wait "$server" || true; }; rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download \
  'redis-server=5:7.0.15-*' 'redis-tools=5:7.0.15-*' libatomic1 libjemalloc2 liblzf1
for package in *.deb; do dpkg-deb -x "$package" server; done
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund ioredis@6.0.0 bullmq@6.7.0 redis@6.3.1
port=$(node -e 'const s = net.createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
LD_LIBRARY_PATH=server/usr/lib/$(uname -m)-linux-gnu server/usr/bin/redis-server --bind 127.0.0.1 --port "$port" --save '' > log &
server=$!
cat > break.mjs <<'JS'
import net from 'node:net';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { createClient } from 'redis';

const store = { host: '127.0.0.1', port: Number(process.argv[2]) };

/** Passes all on, but breaks the connection on the first reply after a command that has the word in it. */
let word;
const line = net.createServer((client) => {
  const server = net.connect(store);
  let breaks = false;
  client.on('data', (command) => {
    if (word && command.includes(word)) {
      breaks = true;
      word = undefined;
    }
    server.write(command);
  });
  server.on('data', (reply) => (breaks ? client.destroy() : client.write(reply)));
  client.on('error', () => {}).on('close', () => server.destroy());
  server.on('error', () => {}).on('close', () => client.destroy());
});
await new Promise((listening) => line.listen(0, '127.0.0.1', listening));
const broken = { host: '127.0.0.1', port: line.address().port };
const direct = new Redis(store);
direct.on('error', () => {});
await direct.ping();

async function print(name, mark, send, look) {
  word = mark;
  const answer = await send().catch((error) => error.message.split('.')[0]);
  console.log(`${name}: ${JSON.stringify(answer)}; ${await look()}`);
}

const value = (key) => async () => `the store has ${await direct.get(key)}`;
const claim = { EX: 60, NX: true };

const ioredis = new Redis(broken);
await ioredis.ping();
await direct.rpush('jobs', 'job-2', 'job-1');
await print('ioredis SET NX', 'claim-1', () => ioredis.set('claim-1', 'me', 'EX', 60, 'NX'), value('claim-1'));
await print('ioredis SET NX GET', 'claim-2', () => ioredis.set('claim-2', 'me', 'EX', 60, 'NX', 'GET'), value('claim-2'));
await print('ioredis INCR', 'count-1', () => ioredis.incr('count-1'), value('count-1'));
await print('ioredis RPOP', 'jobs', () => ioredis.rpop('jobs'), async () => `${await direct.llen('jobs')} of 2 left`);
await print('ioredis MULTI', 'count-2', () => ioredis.multi().incr('count-2').exec(), value('count-2'));

const once = new Redis({ ...broken, maxRetriesPerRequest: 0 });
once.on('error', () => {});
await once.ping();
await print('ioredis, no retries', 'claim-3', () => once.set('claim-3', 'me', 'EX', 60, 'NX'), value('claim-3'));

const redis = createClient({ url: `redis://127.0.0.1:${broken.port}` });
redis.on('error', () => {});
await redis.connect();
await print('redis SET NX', 'claim-4', () => redis.set('claim-4', 'me', claim), value('claim-4'));

const queue = new Queue('charges', { connection: broken });
queue.on('error', () => {});
await queue.waitUntilReady();
const waiting = async () => (await queue.getWaiting()).map((job) => `${job.id} ${job.data.order}`).sort().join(', ');
const add = (order, options) => queue.add('charge', { order }, options).then((job) => job.id);
await add('order-1');
await print('BullMQ add', 'order-2', () => add('order-2'), waiting);
await print('BullMQ add with an id', 'order-3', () => add('order-3', { deduplication: { id: 'order-3' } }), waiting);
process.exit();
JS
timeout 60 node break.mjs "$port" | tee seen.txt
diff seen.txt - <<'SEEN'
ioredis SET NX: null; the store has me
ioredis SET NX GET: "me"; the store has me
ioredis INCR: 2; the store has 2
ioredis RPOP: "job-2"; 0 of 2 left
ioredis MULTI: [[null,2]]; the store has 2
ioredis, no retries: "Reached the max retries per request limit (which is 0)"; the store has me
redis SET NX: "Socket closed unexpectedly"; the store has me
BullMQ add: "3"; 1 order-1, 2 order-2, 3 order-2
BullMQ add with an id: "4"; 1 order-1, 2 order-2, 3 order-2, 4 order-3
SEEN
