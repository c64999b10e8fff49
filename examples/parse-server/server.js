'use strict';
// A Parse Server with idempotencyOptions and two classes of objects, Payment and Refund. Its database is the Postgres of
// postgres.sh at STORE_PORT.

const { setTimeout: delay } = require('node:timers/promises');
const express = require('express');
const { ParseServer } = require('parse-server');

const WORK_MS = 100; // how long each takes before its effect: long enough for duplicates to overlap
const LONG_MS = 1500; // how long one takes that is told to be slow
const SLOW_ANSWER_MS = 6000; // between the effect and such an answer: a crash must come before it, on a busy machine too
const failed = new Set(); // the references whose first attempt was told to fail, and did
const { PORT = '8080', STORE_PORT = '5432' } = process.env;

const fields = Object.fromEntries(['amount', 'currency', 'payer', 'payee', 'reference', 'payment_id', 'reason']
  .map((name) => [name, { type: name === 'amount' ? 'Number' : 'String' }]));
const everybody = { '*': true };
const classLevelPermissions = { find: everybody, get: everybody, create: everybody };

/** Triggers that check, work, and fail where the member says so. The effect is the object that Parse Server saves. */
function cloud(Parse) {
  for (const [name, member] of [['Payment', 'payer'], ['Refund', 'reason']]) {
    Parse.Cloud.beforeSave(name, async ({ object }) => {
      const word = String(object.get(member)).replace('sandbox:', '');
      if (!(object.get('amount') > 0)) throw new Parse.Error(Parse.Error.VALIDATION_ERROR, 'invalid_amount');
      await delay(WORK_MS);
      if (word.startsWith('slow') && word !== 'slow_answer') await delay(LONG_MS);
      if (word === 'broke') throw new Parse.Error(Parse.Error.SCRIPT_FAILED, 'insufficient_funds');
      const reference = object.get('reference');
      if (!['unavailable_once', 'slow_failure_once'].includes(word) || failed.has(reference)) return;
      failed.add(reference);
      throw new Parse.Error(Parse.Error.INTERNAL_SERVER_ERROR, 'unavailable'); // Parse Server makes it a 500
    });
    Parse.Cloud.afterSave(name, ({ object }) => (object.get(member) === 'sandbox:slow_answer' ? delay(SLOW_ANSWER_MS) : undefined));
  }
}

async function main() {
  const parse = new ParseServer({
    databaseURI: `postgres://postgres@127.0.0.1:${STORE_PORT}/postgres`,
    appId: 'shop',
    masterKey: 'master',
    serverURL: `http://127.0.0.1:${PORT}/parse`,
    cloud,
    // As the README has it, for the paths of both classes. The default lifetime of a request id is 300 s.
    idempotencyOptions: { paths: ['classes/Payment', 'classes/Refund'], ttl: Number(process.env.TTL ?? 300) },
    schema: { definitions: ['Payment', 'Refund'].map((className) => ({ className, fields, classLevelPermissions })) },
    logsFolder: null,
    silent: true,
  });
  await parse.start();
  const app = express();
  app.use('/parse', parse.app);
  app.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${PORT}`));
}

main();
