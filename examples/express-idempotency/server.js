'use strict';
// A payment API in memory whose idempotency comes from express-idempotency alone.

const { randomUUID } = require('node:crypto');
const { setTimeout: delay } = require('node:timers/promises');
const express = require('express');
const { idempotency, getSharedIdempotencyService } = require('express-idempotency');

const WORK_MS = 100; // how long a handler works before its effect: long enough for duplicates to overlap
const LONG_MS = 1500; // how long one works that is told to be slow
const SLOW_ANSWER_MS = 6000; // between the effect and such an answer: a crash must come before it, on a busy machine too
const payments = [];
const refunds = [];
const failed = new Set(); // the references whose first attempt was told to fail, and did
const app = express();

// Before the middleware, which compares req.body with that of the first request: nothing has filled req.body until
// a parser ran, and two undefined bodies are equal. (The documentation does not speak of this order.)
app.use(express.json());

// Mounted as the package's README does it: every POST and nothing else. Its example folder mounts it with app.use,
// which covers the other methods too, GET among them. Once only: each call of idempotency() makes a service with a
// store of its own, and getSharedIdempotencyService() answers with the latest.
// No options, so by the README: the key in the Idempotency-Key header, records in memory, answers stored if 2xx, and
// a request is the same one if url, method, query and body are.
app.post('*', idempotency());

/** A handler that does the two things the package's README asks of every handler. */
function idempotent(handler) {
  return async (req, res, next) => {
    const service = getSharedIdempotencyService();
    // "Check if there was a hit": the middleware calls next() even where it has answered with the stored response.
    if (service.isHit(req)) return;
    try {
      await handler(req, res);
    } catch (error) {
      // "Let's notify the middleware": it does not see errors, and would keep the key as in progress.
      await service.reportError(req);
      next(error);
    }
  };
}

app.post('/payments', idempotent(async (req, res) => {
  const { amount, currency, payer, payee, reference } = req.body;
  if (!isAmount(amount)) return res.status(400).json({ code: 'invalid_amount' });
  await delay(WORK_MS);
  if (await fails(payer, reference, res)) return;
  if (payer === 'broke') return res.status(422).json({ code: 'insufficient_funds' });
  const payment = { id: randomUUID(), amount, currency, payer, payee, reference, created_at: new Date().toISOString() };
  payments.push(payment);
  if (payer === 'sandbox:slow_answer') await delay(SLOW_ANSWER_MS);
  res.status(201).location(`/payments/${payment.id}`).json(payment);
}));

app.post('/refunds', idempotent(async (req, res) => {
  const { payment_id, amount, reason, reference } = req.body;
  if (!isAmount(amount)) return res.status(400).json({ code: 'invalid_amount' });
  await delay(WORK_MS);
  if (await fails(reason, reference, res)) return;
  const refund = { id: randomUUID(), payment_id, amount, reference, created_at: new Date().toISOString() };
  refunds.push(refund);
  if (reason === 'sandbox:slow_answer') await delay(SLOW_ANSWER_MS);
  res.status(201).json(refund);
}));

app.get('/payments/:id', oneOf(payments));
app.get('/refunds/:id', oneOf(refunds));

// One item for each time that a handler ran to its effect.
app.get('/payments', listOf(payments));
app.get('/refunds', listOf(refunds));
app.get('/health', (req, res) => res.json({ status: 'up' }));

function isAmount(value) {
  return Number.isInteger(value) && value > 0;
}

/** Before the effect: works long, or answers with a failure that passes, where the payer or the reason says so. */
async function fails(word, reference, res) {
  if (['sandbox:slow', 'sandbox:slow_failure_once'].includes(word)) await delay(LONG_MS);
  const status = { unavailable_once: 503, slow_failure_once: 503, rate_limited_once: 429 }[word?.replace('sandbox:', '')];
  if (!status || failed.has(reference)) return false;
  failed.add(reference);
  res.status(status).set('Retry-After', '1').json({ code: status === 429 ? 'rate_limited' : 'unavailable' });
  return true;
}

function oneOf(items) {
  return ({ params }, res) => {
    const item = items.find(({ id }) => id === params.id);
    if (item) res.json(item);
    else res.status(404).json({ code: 'not_found' });
  };
}

function listOf(items) {
  return ({ query }, res) => res.json({ items: items.filter(({ reference }) => reference === query.reference) });
}

// No error handler: the documentation asks for none. The middleware sets 409 or 417 on the response and passes a bare
// Error on, which Express answers.

const server = app.listen(process.env.PORT ?? 8080, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
