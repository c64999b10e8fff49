'use strict';
// Two AWS Lambda functions behind a small API gateway. Their idempotency comes from Powertools for AWS Lambda (TypeScript)
// alone. No AWS: STORE says whether the records are in Redis or in a DynamoDB of this machine, STORE_PORT where that listens.

const { createServer } = require('node:http');
const { IdempotencyConfig, makeIdempotent } = require('@aws-lambda-powertools/idempotency');
const { Refusal, Shop } = require('../shop.js');

const TIMEOUT_MS = Number(process.env.TIMEOUT_MS ?? 6000); // the time that a Lambda function has
const stores = {
  async redis(port) {
    const { createClient } = require('@redis/client');
    const { CachePersistenceLayer } = require('@aws-lambda-powertools/idempotency/cache');
    const client = createClient({ url: `redis://127.0.0.1:${port}`, disableOfflineQueue: true });
    client.on('error', () => {}); // it connects again
    await client.connect();
    return () => new CachePersistenceLayer({ client });
  },
  async dynamodb(port) {
    const { DynamoDBPersistenceLayer } = require('@aws-lambda-powertools/idempotency/dynamodb');
    const clientConfig = {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'local',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    };
    return () => new DynamoDBPersistenceLayer({ tableName: 'idempotency', clientConfig });
  },
};

/** A Lambda function for API Gateway events, made idempotent as the documentation does it. */
function lambda(name, store, handler) {
  return makeIdempotent(handler, {
    persistenceStore: store(), // one each: a layer is configured by the first function that uses it
    keyPrefix: name, // otherwise it is the name of the Lambda function
    config: new IdempotencyConfig({
      eventKeyJmesPath: 'headers."idempotency-key"',
      payloadValidationJmesPath: process.env.VALIDATE === 'no' ? undefined : 'powertools_json(body)',
      throwOnNoIdempotencyKey: true,
    }),
  });
}

// The documentation leaves to the application which status an error of the package gets.
const statuses = {
  IdempotencyKeyError: [400, 'key_missing'], // it is the cause of an IdempotencyPersistenceLayerError
  IdempotencyValidationError: [422, 'payload_mismatch'],
  IdempotencyAlreadyInProgressError: [409, 'in_progress'],
  IdempotencyInconsistentStateError: [409, 'in_progress'],
  IdempotencyPersistenceLayerError: [503, 'unavailable'],
};

function refusal(error) {
  if (error instanceof Refusal) return error;
  const known = statuses[error.cause?.name] ?? statuses[error.name];
  if (!known) console.error(error);
  return new Refusal(...(known ?? [500, 'internal']));
}

async function body(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function main() {
  const store = await stores[process.env.STORE](process.env.STORE_PORT);
  const { DATA } = process.env;
  const shops = {
    payments: { shop: new Shop(DATA && `${DATA}/payments`), word: 'payer' },
    refunds: { shop: new Shop(DATA && `${DATA}/refunds`), word: 'reason' },
  };
  for (const [name, each] of Object.entries(shops)) {
    // What throws is not stored, so a failure is forgotten and its key is free.
    each.function = lambda(name, store, async (event) => {
      const order = JSON.parse(event.body);
      const effect = await each.shop.create(order, order[each.word]);
      return { statusCode: 201, headers: { location: `/${name}/${effect.id}` }, body: JSON.stringify(effect) };
    });
  }

  async function answer(request) {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    if (pathname === '/health') return { statusCode: 200, body: '{"status":"up"}' };
    const [, name, id] = pathname.split('/');
    const each = shops[name];
    if (!each) throw new Refusal(404, 'not_found');
    if (request.method === 'POST') {
      const end = Date.now() + TIMEOUT_MS;
      const context = { getRemainingTimeInMillis: () => end - Date.now() };
      return each.function({ headers: request.headers, body: await body(request) }, context);
    }
    if (id) {
      const effect = each.shop.one(id);
      if (!effect) throw new Refusal(404, 'not_found');
      return { statusCode: 200, body: JSON.stringify(effect) };
    }
    return { statusCode: 200, body: JSON.stringify({ items: each.shop.list(searchParams.get('reference')) }) };
  }

  const server = createServer(async (request, response) => {
    const result = await answer(request).catch((error) => {
      const { status, headers, body } = refusal(error);
      return { statusCode: status, headers, body: JSON.stringify(body) };
    });
    response.writeHead(result.statusCode, { 'content-type': 'application/json', ...result.headers });
    response.end(result.body);
  });
  server.listen(process.env.PORT ?? 8080, '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${server.address().port}`);
  });
}

main();
