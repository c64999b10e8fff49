// Shows without Samekey what a client does on the wire: a server of its own misbehaves, and each attempt is printed.
//   node by-hand.mjs NAME…    writes a table for each; by-hand.md has them
// NAME is a target file of this folder without .yaml; its command and payload are read from it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const longest = 24_000; // a client that has not ended then is said to go on
const at = (seconds) => () => new Date(Date.now() + seconds * 1000).toUTCString();
const wait = (retryAfter) => ({ status: 503, retryAfter });
const busy = { status: 409, code: 'CONFLICT.idempotency.in_progress' };
const reused = { status: 409, code: 'CONFLICT.idempotency.payload_mismatch' };

// What happens to the attempts of one operation; the last one happens to all that follow.
const plays = [
  ['200 each time', ['ok']],
  ['503 twice', [503, 503, 'ok']],
  ['429', [429, 'ok']],
  ['500', [500, 'ok']],
  ['502', [502, 'ok']],
  ['504', [504, 'ok']],
  ['no response', ['silence', 'ok']],
  ['lost response', ['lost', 'ok']],
  ['reset', ['reset', 'ok']],
  ['closed', ['close', 'ok']],
  ['truncated', ['truncate', 'ok']],
  ['lost, in progress', ['lost', busy, 'ok']],
  ['400', [400]],
  ['401', [401]],
  ['403', [403]],
  ['404', [404]],
  ['422', [422]],
  ['reused key (409)', [reused]],
  ['Retry-After: 2', [wait(() => '2'), 'ok']],
  ['Retry-After: date in 3 s', [wait(at(3)), 'ok']],
  ['Retry-After: 3600', [wait(() => '3600'), 'ok']],
  ['Retry-After: date gone by', [wait(at(-3600)), 'ok']],
  ['Retry-After: -5', [wait(() => '-5'), 'ok']],
  ['Retry-After: soon', [wait(() => 'soon'), 'ok']],
  ['503 always', [503]],
  ['500 after 503', [503, 500]],
  ['no response, always', ['silence']],
  ['reset, always', ['reset']],
  ['Retry-After: 4, always', [wait(() => '4')]],
];

// How the three APIs say things.
const problem = {
  type: 'application/problem+json',
  error: (status, code) => ({ title: 'error', status, code: code ?? `error_${status}` }),
  key: (request) => request.headers['idempotency-key'],
};
const stripe = { ...problem, type: 'application/json', error: (status, code = '') => stripeError(status, code) };
const stripeError = (status, code) => ({
  error: code.endsWith('mismatch')
    ? { type: 'idempotency_error', message: 'reused' }
    : { type: 'api_error', code: code ? 'idempotency_key_in_use' : undefined, message: `status ${status}` },
});
const aws = {
  type: 'application/x-amz-json-1.1',
  error: (status, code) => ({ __type: code ? 'ConflictException' : `Error${status}`, message: `status ${status}` }),
  key: (request, body) => JSON.parse(body).clientToken,
};
const apis = { stripe, 'stripe-java': stripe, 'aws-ecs': aws };

const wires = new Map(); // by the word of the operation: what is played, and the attempts that arrived

function serve(api) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const wire = wires.get(/u-[0-9a-z]+/.exec(body)?.[0]);
      if (!wire) return response.writeHead(404).end();
      const play = wire.play[Math.min(wire.attempts.length, wire.play.length - 1)];
      const attempt = { at: performance.now(), time: Date.now(), key: api.key(request, body), body, path: request.url, play };
      wire.attempts.push(attempt);
      const end = () => (attempt.end = performance.now());
      const socket = request.socket;
      const send = (status, object, more = {}) => {
        response.on('finish', end);
        response.writeHead(status, { 'Content-Type': api.type, ...more }).end(JSON.stringify(object));
      };
      const act = () => wire.effects.add(attempt.key ?? wire.effects.size);
      if (play === 'ok') return act(), send(200, { id: 'x', object: 'charge', tasks: [] });
      if (play === 'lost') return act();
      if (play === 'silence') return;
      if (play === 'reset') return end(), socket.resetAndDestroy();
      if (play === 'close') return end(), socket.destroy();
      if (play === 'truncate') {
        act();
        response.writeHead(200, { 'Content-Type': api.type, 'Content-Length': 100 }).write('{"id":');
        return setTimeout(() => (end(), socket.destroy()), 20);
      }
      const { status, code, retryAfter } = typeof play === 'number' ? { status: play } : play;
      const asked = retryAfter?.();
      attempt.until = Date.now() + asked * 1000 || Date.parse(asked);
      send(status, api.error(status, code), asked ? { 'Retry-After': asked } : {});
    });
  });
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Starts the client, has it do one operation to warm up, then `count` operations at once, and waits for their outcomes. */
async function run({ command, payload }, url, name, play, count = 1) {
  const child = spawn(command[0], command.slice(1), {
    cwd: here,
    env: { ...process.env, SAMEKEY_URL: url, SAMEKEY_FOLDER: '/nonexistent' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map(); // by id: what takes the outcome
  createInterface({ input: child.stdout }).on('line', (line) => {
    const outcome = JSON.parse(line);
    waiting.get(outcome.id)(outcome);
  });
  const perform = async (id, play) => {
    const unique = `u-${Math.random().toString(36).slice(2, 12)}`;
    const wire = { play, name, attempts: [], effects: new Set() };
    wires.set(unique, wire);
    const ended = new Promise((resolve) => waiting.set(id, resolve));
    const line = { id, operation: 'payment', payload: JSON.parse(payload.replace('${unique}', unique)) };
    child.stdin.write(`${JSON.stringify(line)}\n`);
    return { ...wire, outcome: await Promise.race([ended, sleep(longest)]) };
  };
  await perform('first', ['ok']);
  const performed = await Promise.all(Array.from({ length: count }, (_, i) => perform(String(i), play)));
  await sleep(300); // what comes late
  child.kill();
  return performed;
}

const distinct = (values) => new Set(values).size;
const delays = (attempts) =>
  attempts.slice(1).map((attempt, i) => (attempts[i].end ? Math.round(attempt.at - attempts[i].end) : '?'));
const early = (attempts) => attempts.slice(1).some((attempt, i) => attempt.time < attempts[i].until);

function row({ name, attempts, effects, outcome }) {
  const keys = attempts.every(({ key }) => key) ? distinct(attempts.map(({ key }) => key)) : 'none';
  const bodies = distinct(attempts.map(({ body, path }) => `${path} ${body}`));
  const said = outcome ? (outcome.error ? `error ${outcome.error.status ?? outcome.error.message}` : 'result') : 'not ended';
  const counted = outcome?.attempts ?? '';
  const shown = delays(attempts).join(', ') + (early(attempts) ? ' (early)' : '');
  return `| ${name} | ${attempts.length} | ${shown} | ${keys} | ${bodies} | ${effects.size} | ${said.slice(0, 70)} | ${counted} |`;
}

for (const file of process.argv.slice(2)) {
  const text = readFileSync(`${here}${file}.yaml`, 'utf8');
  const client = {
    command: /command: \[(.*)\]/.exec(text)[1].split(', ').map((word) => word.replaceAll('"', '')),
    payload: /payload: (\{.*\})/.exec(text)[1],
  };
  const server = await serve(apis[file] ?? problem);
  const url = `http://127.0.0.1:${server.address().port}`;
  const waiting = [...plays];
  const rows = {};
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      rows[next[0]] = row((await run(client, url, ...next))[0]);
    }
  };
  await Promise.all(Array.from({ length: 3 }, worker));
  console.log(`\n## ${file}\n`);
  console.log('| what happens | attempts | delays (ms) | keys | requests | effects | reported | count |\n|---|---|---|---|---|---|---|---|');
  for (const [name] of plays) console.log(rows[name]);
  const many = await run(client, url, '', [500], 40);
  const all = many.map(({ attempts }) => delays(attempts));
  const spread = Array.from({ length: Math.max(...all.map((each) => each.length)) }, (_, i) => {
    const sorted = all.map((each) => each[i]).filter((each) => typeof each === 'number').sort((a, b) => a - b);
    return `${sorted[0]}–${sorted[sorted.length >> 1]}–${sorted.at(-1)}`;
  });
  const sent = many.reduce((sum, { attempts }) => sum + attempts.length, 0);
  const keys = distinct(many.map(({ attempts }) => attempts[0]?.key));
  console.log(`\n40 operations at once, 500 always: ${keys} keys, ${sent} attempts;`);
  console.log(`delays (least–median–most, ms): ${spread.join(', ') || 'none'}`);
  server.close();
  server.closeAllConnections();
}
