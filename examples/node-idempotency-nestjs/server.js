'use strict';
// A payment API in memory whose idempotency comes from @node-idempotency/nestjs alone.

require('reflect-metadata');
const { randomUUID } = require('node:crypto');
const { setTimeout: delay } = require('node:timers/promises');
const { Body, Controller, Get, HttpException, Module, Param, Post, Query, Res } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { Idempotent, NodeIdempotencyModule, StorageAdapterEnum } = require('@node-idempotency/nestjs');

const WORK_MS = 100; // how long a handler works before its effect: long enough for duplicates to overlap
const LONG_MS = 1500; // how long one works that is told to be slow
const SLOW_ANSWER_MS = 6000; // between the effect and such an answer: a crash must come before it, on a busy machine too
const failed = new Set(); // the references whose first attempt was told to fail, and did

class Payments {
  items = [];

  async create(body, response) {
    const { amount, currency, payer, payee, reference } = body;
    await work(amount, payer, reference);
    const payment = { id: randomUUID(), amount, currency, payer, payee, reference, created_at: new Date().toISOString() };
    this.items.push(payment);
    if (payer === 'sandbox:slow_answer') await delay(SLOW_ANSWER_MS);
    response.location(`/payments/${payment.id}`);
    return payment;
  }

  one(id) {
    return oneOf(this.items, id);
  }

  list(reference) {
    return listOf(this.items, reference);
  }
}

class Refunds {
  items = [];

  async create(body) {
    const { payment_id, amount, reason, reference } = body;
    await work(amount, reason, reference);
    const refund = { id: randomUUID(), payment_id, amount, reference, created_at: new Date().toISOString() };
    this.items.push(refund);
    if (reason === 'sandbox:slow_answer') await delay(SLOW_ANSWER_MS);
    return refund;
  }

  one(id) {
    return oneOf(this.items, id);
  }

  list(reference) {
    return listOf(this.items, reference);
  }
}

class Health {
  up() {
    return { status: 'up' };
  }
}

class App {}

/** Before the effect: works, or fails in a way that passes where the payer or the reason says so. */
async function work(amount, word, reference) {
  if (!Number.isInteger(amount) || amount <= 0) throw new HttpException({ code: 'invalid_amount' }, 400);
  await delay(WORK_MS);
  if (['sandbox:slow', 'sandbox:slow_failure_once'].includes(word)) await delay(LONG_MS);
  const status = { unavailable_once: 503, slow_failure_once: 503, rate_limited_once: 429 }[word?.replace('sandbox:', '')];
  if (word === 'broke') throw new HttpException({ code: 'insufficient_funds' }, 422);
  if (!status || failed.has(reference)) return;
  failed.add(reference);
  throw new HttpException({ code: status === 429 ? 'rate_limited' : 'unavailable' }, status);
}

function oneOf(items, id) {
  const item = items.find((each) => each.id === id);
  if (!item) throw new HttpException({ code: 'not_found' }, 404);
  return item;
}

// One item for each time that a handler ran to its effect.
function listOf(items, reference) {
  return { items: items.filter((each) => each.reference === reference) };
}

// What the decorators of TypeScript would do, so that no compiler is needed.
function route(type, method, ...decorators) {
  const descriptor = Object.getOwnPropertyDescriptor(type.prototype, method);
  for (const decorator of decorators) decorator(type.prototype, method, descriptor);
}

function argument(type, method, index, decorator) {
  decorator(type.prototype, method, index);
}

for (const [type, path] of [[Payments, 'payments'], [Refunds, 'refunds']]) {
  Controller(path)(type);
  // On the handlers that write, which is the second of the two ways in the package's README. No options: by its
  // documentation the key is in the Idempotency-Key header, may be missing, and has 256 characters at most.
  route(type, 'create', Post(), Idempotent());
  argument(type, 'create', 0, Body());
  route(type, 'one', Get(':id'));
  argument(type, 'one', 0, Param('id'));
  route(type, 'list', Get());
  argument(type, 'list', 0, Query('reference'));
}
// For the Location header; passthrough leaves the answer itself to Nest, and with it to the interceptor.
argument(Payments, 'create', 1, Res({ passthrough: true }));
Controller('health')(Health);
route(Health, 'up', Get());
Module({
  imports: [NodeIdempotencyModule.forRootAsync({ storage: { adapter: StorageAdapterEnum.memory } })],
  controllers: [Payments, Refunds, Health],
})(App);

NestFactory.create(App, { logger: ['error', 'warn'] }).then(async (app) => {
  const server = await app.listen(process.env.PORT ?? 8080, '127.0.0.1');
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
