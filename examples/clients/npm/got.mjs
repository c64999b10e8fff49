// got. What is switched on is in its page on retries: POST is not retried by default, and "noise" is the only jitter, at most
// 100 ms. The delays are those of got: 1 s, 2 s, 4 s, because another schedule would have to be written by the user. got knows
// nothing of keys, so the key is made here, once for each operation.
import { randomUUID } from 'node:crypto';
import got from 'got';
import { serve, url } from './protocol.mjs';

const client = got.extend({
  prefixUrl: url,
  timeout: { request: 1000 },
  retry: { limit: 4, methods: ['POST'], noise: 100, maxRetryAfter: 10_000 },
});

serve(
  async (payload) => {
    const response = await client.post('payments', { json: payload, headers: { 'Idempotency-Key': randomUUID() } });
    return { result: JSON.parse(response.body), attempts: response.retryCount + 1 };
  },
  (error) => ({
    status: error.response?.statusCode,
    attempts: error.request && error.request.retryCount + 1,
  }),
);
