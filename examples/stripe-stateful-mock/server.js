'use strict';
// stripe-stateful-mock as it is published. Before it stands a listing that Stripe's API does not have: the charges or refunds
// with one description in their metadata. It reads them from the mock's own lists.

const express = require('express');
const { createExpressApp } = require('stripe-stateful-mock');

const app = express();
const headers = { Authorization: 'Bearer sk_test_listing' };
app.get('/health', (request, response) => response.json({ status: 'up' }));
app.get('/by-reference/:things', async ({ params, query }, response) => {
  const list = await fetch(`http://127.0.0.1:${server.address().port}/v1/${params.things}`, { headers });
  const { data } = await list.json();
  // A charge that was declined is in the mock's list too; no money moved.
  response.json({ items: data.filter((each) => each.metadata.reference === query.reference && each.status === 'succeeded') });
});
app.use(createExpressApp());

const server = app.listen(process.env.PORT ?? 8080, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
