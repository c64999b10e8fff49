'use strict';
// The services behind restate-server: payments and refunds, and what finds them again. Nothing here knows of keys: the header
// Idempotency-Key is read by the ingress of restate-server. An effect is state that Restate keeps, so that a crash of either
// process neither loses nor repeats it.

const restate = require('@restatedev/restate-sdk');

const WORK_MS = 100; // how long each takes before its effect: long enough for duplicates to overlap
const LONG_MS = 1500; // how long one takes that is told to be slow
const SLOW_ANSWER_MS = 6000; // between the effect and such an answer: a crash must come before it, on a busy machine too

/** The effects with one reference, such as GET /paymentsOf/REFERENCE/list. */
function effects(name) {
  return restate.object({
    name,
    handlers: {
      add: async (ctx, effect) => ctx.set('items', [...((await ctx.get('items')) ?? []), effect]),
      list: restate.handlers.object.shared(async (ctx) => ({ items: (await ctx.get('items')) ?? [] })),
    },
  });
}

/** One effect by its id, such as GET /payment/ID/get. */
function effect(name) {
  return restate.object({
    name,
    handlers: {
      put: async (ctx, value) => ctx.set('value', value),
      get: restate.handlers.object.shared(async (ctx) => {
        const value = await ctx.get('value');
        if (!value) throw new restate.TerminalError('not_found', { errorCode: 404 });
        return value;
      }),
    },
  });
}

/** An error that no retry can mend is a TerminalError; any other would be retried by Restate. */
function selling(name, all, one, word) {
  return restate.service({
    name,
    handlers: {
      create: async (ctx, body) => {
        if (!Number.isInteger(body.amount) || body.amount <= 0) throw new restate.TerminalError('invalid_amount', { errorCode: 400 });
        await ctx.sleep(body[word] === 'sandbox:slow' ? LONG_MS : WORK_MS);
        if (body[word] === 'broke') throw new restate.TerminalError('insufficient_funds', { errorCode: 422 });
        const value = { id: ctx.rand.uuidv4(), ...body, created_at: new Date(await ctx.date.now()).toISOString() };
        await ctx.objectClient(one, value.id).put(value);
        await ctx.objectClient(all, body.reference).add(value);
        if (body[word] === 'sandbox:slow_answer') await ctx.sleep(SLOW_ANSWER_MS);
        return value;
      },
    },
  });
}

const [payment, refund, paymentsOf, refundsOf] = [effect('payment'), effect('refund'), effects('paymentsOf'), effects('refundsOf')];
restate.serve({
  port: Number(process.env.SERVICE_PORT),
  services: [
    payment, refund, paymentsOf, refundsOf,
    selling('payments', paymentsOf, payment, 'payer'),
    selling('refunds', refundsOf, refund, 'reason'),
    restate.service({ name: 'health', handlers: { up: async () => ({ status: 'up' }) } }),
  ],
});
