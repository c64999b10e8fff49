#!/usr/bin/env bash
# nats-server 2.9.10 (Debian 12: 2.9.10-1+b3) with @nats-io/jetstream 3.4.0 (npm), seen on 2026-11-29 with Node 20 on loopback.
#
# JetStream keeps the ids of messages (Nats-Msg-Id) apart from the messages. So within the duplicate window it confirms a message as
# a duplicate that no consumer can get any more: after a purge, and where a newer message of the subject has replaced it. The
# confirmation has the number of the lost message. The id counts for the whole stream: the same id under another subject is a
# duplicate too, and its message is not stored. A message that was refused leaves its id free.
# An outbox that publishes again after a purge, or that makes ids for each subject, gets "confirmed" for messages that are nowhere.
#
# Output seen: the lines below. It needs Debian's apt-get, which downloads the server into a temporary folder and installs nothing.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download nats-server=2.9.10-1+b3
dpkg-deb -x nats-server_*.deb server
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund @nats-io/transport-node@3.4.0 @nats-io/jetstream@3.4.0
port=$(node -e 'const s = net.createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
server/usr/sbin/nats-server -a 127.0.0.1 -p "$port" -js -sd "$folder/store" -l "$folder/log" &
server=$!
cat > publish.mjs <<'JS'
import { connect } from '@nats-io/transport-node';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';

const connection = await connect({ servers: `127.0.0.1:${process.argv[2]}`, waitOnFirstConnect: true, maxReconnectAttempts: 50 });
const manager = await jetstreamManager(connection);
const stream = jetstream(connection);

async function publish(what, subject, id) {
  const answer = await stream
    .publish(subject, what, { msgID: id })
    .then((ack) => `seq ${ack.seq}, duplicate ${ack.duplicate}`, (refusal) => refusal.message);
  const { messages } = (await manager.streams.info(subject.split('.')[0])).state;
  console.log(`${what}: ${answer}; ${messages} in the stream`);
}

await manager.streams.add({ name: 'PURGED', subjects: ['PURGED.>'] });
await publish('first', 'PURGED.orders', 'id-1');
await manager.streams.purge('PURGED');
await publish('again after a purge', 'PURGED.orders', 'id-1');
await publish('another subject', 'PURGED.refunds', 'id-1');

await manager.streams.add({ name: 'NEWEST', subjects: ['NEWEST.>'], max_msgs_per_subject: 1 });
await publish('first of a subject', 'NEWEST.order-1', 'id-2');
await publish('second of the subject', 'NEWEST.order-1', 'id-3');
await publish('first again', 'NEWEST.order-1', 'id-2');

await manager.streams.add({ name: 'FULL', subjects: ['FULL.>'], max_msgs: 1, discard: 'new' });
await publish('fills it', 'FULL.orders', 'id-4');
await publish('refused', 'FULL.orders', 'id-5');
await manager.streams.purge('FULL');
await publish('refused one again', 'FULL.orders', 'id-5');
await connection.close();
JS
timeout 60 node publish.mjs "$port" | tee seen.txt
diff seen.txt - <<'SEEN'
first: seq 1, duplicate false; 1 in the stream
again after a purge: seq 1, duplicate true; 0 in the stream
another subject: seq 1, duplicate true; 0 in the stream
first of a subject: seq 1, duplicate false; 1 in the stream
second of the subject: seq 2, duplicate false; 1 in the stream
first again: seq 1, duplicate true; 1 in the stream
fills it: seq 1, duplicate false; 1 in the stream
refused: maximum messages exceeded; 1 in the stream
refused one again: seq 2, duplicate false; 1 in the stream
SEEN
