// ky. Its README names what is switched on: POST, 0.2 s as the first delay, a backoffLimit, full jitter, retryOnTimeout,
// Retry-After up to 10 s, also with 429 and 503 alone as by default. `timeout` counts for each attempt in this version. It knows
// nothing of keys, so the key is made here, once for each operation. ky has no count of attempts; the hook that it calls before
// each retry is counted.
import { randomUUID } from 'node:crypto';
import ky from 'ky';
import { serve, url } from './protocol.mjs';

const client = ky.create({
  prefixUrl: url,
  timeout: 1000,
  retry: {
    limit: 4,
    methods: ['post'],
    delay: (attempt) => 200 * 2 ** (attempt - 1),
    backoffLimit: 2000,
    jitter: true,
    retryOnTimeout: true,
    maxRetryAfter: 10_000,
  },
});

serve(
  async (payload) => {
    let attempts = 1;
    const options = {
      json: payload,
      headers: { 'Idempotency-Key': randomUUID() },
      hooks: { beforeRetry: [({ retryCount }) => void (attempts = retryCount + 1)] },
    };
    try {
      return { result: await client.post('payments', options).json(), attempts };
    } catch (error) {
      throw Object.assign(error, { attempts });
    }
  },
  (error) => ({ status: error.response?.status, attempts: error.attempts }),
);
