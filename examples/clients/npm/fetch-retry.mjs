// fetch-retry around the fetch of Node.js. Its README names what is switched on: retryOn with statuses, and retryDelay as a
// function, here the exponential one of the README with another first delay. It knows nothing of keys, so the key is made here,
// once for each operation. It does not report how often it sent.
import { randomUUID } from 'node:crypto';
import fetchBuilder from 'fetch-retry';
import { serve, url } from './protocol.mjs';

// A signal ends all attempts at once, so the time for one is set around the fetch that is repeated.
const impatient = (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(1000) });
const retrying = fetchBuilder(impatient, {
  retries: 4,
  retryOn: [429, 500, 502, 503, 504],
  retryDelay: (attempt) => 2 ** attempt * 200,
});

serve(
  async (payload) => {
    const response = await retrying(`${url}/payments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      body: JSON.stringify(payload),
    });
    const body = await response.json();
    if (!response.ok) throw Object.assign(new Error(response.statusText), { status: response.status, refusal: body.code });
    return { result: body };
  },
  (error) => ({ status: error.status, code: error.refusal }),
);
