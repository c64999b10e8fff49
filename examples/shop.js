'use strict';
// The business of the Node.js examples: payments and refunds. Each is one effect, and is found by its reference. It knows
// nothing of keys: what a duplicate meets is the work of the package that the example uses.

const { randomUUID } = require('node:crypto');
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const { setTimeout: delay } = require('node:timers/promises');

const WORK_MS = 100; // how long each takes before its effect: long enough for duplicates to overlap
const LONG_MS = 1500; // how long one takes that is told to be slow
const SLOW_ANSWER_MS = 6000; // between the effect and such an answer: a crash must come before it, on a busy machine too

/** An answer that is no success. */
class Refusal extends Error {
  constructor(status, code) {
    super(code);
    this.status = status;
    this.body = { code };
    this.headers = [429, 503].includes(status) ? { 'retry-after': '1' } : {};
  }
}

/** Effects of one kind. Those in a file survive the process. */
class Shop {
  #effects = [];
  #failed = new Set(); // the references whose first attempt was told to fail, and did
  #file;

  constructor(file) {
    this.#file = file;
    if (file && existsSync(file)) this.#effects = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
  }

  /** Checks, works, has one effect and returns it. The word is the member that may hold a word of the sandbox. */
  async create(body, word) {
    if (!Number.isInteger(body.amount) || body.amount <= 0) throw new Refusal(400, 'invalid_amount');
    await delay(WORK_MS);
    const asked = String(word).replace('sandbox:', '');
    if (['slow', 'slow_failure_once'].includes(asked)) await delay(LONG_MS);
    if (word === 'broke') throw new Refusal(422, 'insufficient_funds');
    const status = { unavailable_once: 503, slow_failure_once: 503, rate_limited_once: 429 }[asked];
    if (status && !this.#failed.has(body.reference)) {
      this.#failed.add(body.reference);
      throw new Refusal(status, status === 429 ? 'rate_limited' : 'unavailable');
    }
    const effect = { id: randomUUID(), ...body, created_at: new Date().toISOString() };
    this.#effects.push(effect);
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(effect)}\n`);
    if (asked === 'slow_answer') await delay(SLOW_ANSWER_MS);
    return effect;
  }

  one(id) {
    return this.#effects.find((effect) => effect.id === id);
  }

  /** One item for each effect. */
  list(reference) {
    return this.#effects.filter((effect) => effect.reference === reference);
  }
}

module.exports = { Refusal, Shop };
