'use strict';
// A payment API whose idempotency comes from idempotency-backend alone. The package keeps its records in the file
// idempotency_store.json of the working directory: DATA, or the folder in which it is started.

const express = require('express');
const { Refusal, Shop } = require('../shop.js');

const { DATA } = process.env;
if (DATA) process.chdir(DATA);
const app = express();
app.use(express.json());
app.get('/health', (request, response) => response.json({ status: 'up' }));
// As the package's README mounts it: for each request. require() gives the middleware as the member default.
app.use(require('idempotency-backend/express').default);

for (const [name, word] of [['payments', 'payer'], ['refunds', 'reason']]) {
  const shop = new Shop(DATA && name);
  app.post(`/${name}`, async (request, response, next) => {
    try {
      const effect = await shop.create(request.body, request.body[word]);
      await request.idempotencySession.SaveResponse(effect); // the README's handlers save what they answer, before it
      response.status(201).location(`/${name}/${effect.id}`).json(effect);
    } catch (error) {
      next(error);
    }
  });
  app.get(`/${name}/:id`, ({ params }, response) => {
    const effect = shop.one(params.id);
    if (!effect) throw new Refusal(404, 'not_found');
    response.json(effect);
  });
  app.get(`/${name}`, ({ query }, response) => response.json({ items: shop.list(query.reference) }));
}

app.use((error, request, response, next) => {
  if (!(error instanceof Refusal)) return next(error);
  response.status(error.status).set(error.headers).json(error.body);
});

const server = app.listen(process.env.PORT ?? 8080, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
