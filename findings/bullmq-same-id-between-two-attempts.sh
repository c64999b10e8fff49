#!/usr/bin/env bash
# BullMQ 6.7.0 with ioredis 6.0.0 (npm) and Redis 7.0.15 (Debian 12: 5:7.0.15-1~deb12u10), seen on 2026-11-30 with Node 20 on loopback.
#
# A job with an id for deduplication fails, and waits for its next attempt. What an add() with the same id does then is not what it
# does while the job runs, since a job that waits for a retry is "delayed" and not "active":
#   keepLastIfActive   runs the newer data after the job if they come while it runs. Between two attempts it drops them.
#   replace            changes nothing while the job runs. Between two attempts it removes the job, which may have acted in part,
#                      and starts a new one at once, with all its attempts and no backoff. Six adds made eight attempts where
#                      three are allowed; a job that is added often enough never fails for good.
#   ttl                frees the id when it has passed, also between two attempts: two jobs of one id take turns.
# A job that has failed for good and is retried by hand holds no id any more: an add() starts a second one beside it.
# add() does not say what it did: it returns a job with the new data, also where the queue keeps the old ones under that job's id.
# So a test of dedupe must add in each state: while the job runs, between two attempts, and after the last. And it must read the
# job back, not the return value.
#
# Output seen: the lines below, where "1:old#2" is job 1 with the old data in its second attempt. It needs Debian's apt-get, which
# downloads the server into a temporary folder and installs nothing.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill "$server"; wait "$server" || true; }; rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download \
  'redis-server=5:7.0.15-*' 'redis-tools=5:7.0.15-*' libatomic1 libjemalloc2 liblzf1
for package in *.deb; do dpkg-deb -x "$package" server; done
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund bullmq@6.7.0 ioredis@6.0.0
port=$(node -e 'const s = net.createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
LD_LIBRARY_PATH=server/usr/lib/$(uname -m)-linux-gnu server/usr/bin/redis-server --bind 127.0.0.1 --port "$port" --save '' > log &
server=$!
cat > jobs.mjs <<'JS'
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';

const connection = { host: '127.0.0.1', port: Number(process.argv[2]) };
const RUN = 1000;
const BACKOFF = 3000;

/** Runs the steps on a queue of their own. A job runs for a while, and then fails, if it is to fail. */
async function outcome(name, steps, fails) {
  const queue = new Queue(name.replaceAll(/\W/g, '-'), { connection });
  const runs = [];
  let running = 0;
  const work = async (job) => {
    runs.push(`${job.id}:${job.data.payload}#${job.attemptsMade + 1}${running > 0 ? ' beside it' : ''}`);
    running++;
    await sleep(RUN);
    running--;
    if (fails(job)) throw new Error('unavailable');
  };
  const worker = new Worker(queue.name, work, { connection, concurrency: 5 });
  await worker.waitUntilReady();
  let last;
  const add = async (payload, deduplication, options) => {
    const job = await queue.add('charge', { payload }, { deduplication: { id: 'order-1', ...deduplication }, ...options });
    const { data } = await queue.getJob(job.id);
    last = `the last add returned ${job.id}:${job.data.payload}, the queue had ${job.id}:${data.payload}`;
    return job;
  };
  await steps(add, queue);
  while ((await queue.getJobCountByTypes('waiting', 'active', 'delayed')) > 0) await sleep(100);
  const { completed, failed } = await queue.getJobCounts('completed', 'failed');
  await worker.close();
  await queue.close();
  return `${name}: ${runs.join(', ')}; ${completed} completed, ${failed} failed; ${last}`;
}

const retried = { attempts: 3, backoff: { type: 'fixed', delay: BACKOFF } };
const firstAttempt = (job) => job.attemptsMade === 0;
const whileItRuns = RUN / 2;
const between = RUN + BACKOFF / 3;
const second = (deduplication, after) => async (add) => {
  await add('old', deduplication, retried);
  await sleep(after);
  await add('new', deduplication, retried);
};

async function retriedByHand(add, queue) {
  const { id } = await add('old');
  while ((await queue.getFailedCount()) === 0) await sleep(50);
  await (await queue.getJob(id)).retry();
  await sleep(whileItRuns);
  await add('new');
}

async function sixTimes(add) {
  for (const payload of 'abcde') {
    await add(payload, { replace: true }, retried);
    await sleep(between);
  }
  await add('f', { replace: true }, retried);
}

const lines = await Promise.all([
  ...[{ keepLastIfActive: true }, { replace: true }, { ttl: RUN }].flatMap((option) => [
    outcome(`${Object.keys(option)} while it runs`, second(option, whileItRuns), firstAttempt),
    outcome(`${Object.keys(option)} between`, second(option, between), firstAttempt),
  ]),
  outcome('replace, six times', sixTimes, () => true),
  outcome('retried by hand', retriedByHand, (job) => firstAttempt(job) && job.data.payload === 'old'),
]);
console.log(lines.join('\n'));
process.exit();
JS
timeout 90 node jobs.mjs "$port" | tee seen.txt
diff seen.txt - <<'SEEN'
keepLastIfActive while it runs: 1:old#1, 1:old#2, 2:new#1, 2:new#2; 2 completed, 0 failed; the last add returned 1:new, the queue had 1:old
keepLastIfActive between: 1:old#1, 1:old#2; 1 completed, 0 failed; the last add returned 1:new, the queue had 1:old
replace while it runs: 1:old#1, 1:old#2; 1 completed, 0 failed; the last add returned 1:new, the queue had 1:old
replace between: 1:old#1, 2:new#1, 2:new#2; 1 completed, 0 failed; the last add returned 2:new, the queue had 2:new
ttl while it runs: 1:old#1, 1:old#2; 1 completed, 0 failed; the last add returned 1:new, the queue had 1:old
ttl between: 1:old#1, 2:new#1, 1:old#2, 2:new#2; 2 completed, 0 failed; the last add returned 2:new, the queue had 2:new
replace, six times: 1:a#1, 2:b#1, 3:c#1, 4:d#1, 5:e#1, 6:f#1, 6:f#2, 6:f#3; 0 completed, 1 failed; the last add returned 6:f, the queue had 6:f
retried by hand: 1:old#1, 1:old#2, 2:new#1 beside it; 2 completed, 0 failed; the last add returned 2:new, the queue had 2:new
SEEN
