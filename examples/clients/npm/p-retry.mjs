// p-retry around fetch. Its README names what is switched on: minTimeout, factor, maxTimeout, randomize (one to two times the
// delay), maxRetryTime, and AbortError for what must not be repeated, as in its example for a response that is not ok. It knows
// no HTTP: the key is made here, once for each operation, and what is worth a retry is decided here.
import { randomUUID } from 'node:crypto';
import pRetry, { AbortError } from 'p-retry';
import { serve, url } from './protocol.mjs';

const transient = [429, 500, 502, 503, 504];

serve(
  async (payload) => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const body = JSON.stringify(payload);
    let attempts = 0;
    const send = async (attempt) => {
      attempts = attempt;
      const response = await fetch(`${url}/payments`, { method: 'POST', headers, body, signal: AbortSignal.timeout(1000) });
      if (response.ok) return response.json();
      const error = Object.assign(new Error(response.statusText), { status: response.status });
      throw transient.includes(response.status) ? error : new AbortError(error);
    };
    try {
      const options = { retries: 4, minTimeout: 100, factor: 2, maxTimeout: 2000, randomize: true, maxRetryTime: 10_000 };
      return { result: await pRetry(send, options), attempts };
    } catch (error) {
      throw Object.assign(error, { attempts });
    }
  },
  (error) => ({ status: error.status, attempts: error.attempts }),
);
