// undici, RetryAgent. Its page names what is switched on: POST is not retried by default; minTimeout, timeoutFactor and
// maxTimeout give the delays of the playbook without jitter. It does not report how often it sent. It knows nothing of keys, so
// the key is made here, once for each operation.
import { randomUUID } from 'node:crypto';
import { Agent, RetryAgent, request } from 'undici';
import { serve, url } from './protocol.mjs';

const dispatcher = new RetryAgent(new Agent({ headersTimeout: 1000, bodyTimeout: 1000 }), {
  maxRetries: 4,
  minTimeout: 200,
  timeoutFactor: 2,
  maxTimeout: 10_000,
  methods: ['POST'],
  throwOnError: false,
});

serve(
  async (payload) => {
    const response = await request(`${url}/payments`, {
      dispatcher,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      body: JSON.stringify(payload),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw Object.assign(new Error(text), { statusCode: response.statusCode });
    return { result: JSON.parse(text) };
  },
  (error) => ({ status: error.statusCode }),
);
