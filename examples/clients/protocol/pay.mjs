// A client that retries as the playbook says. It stands for yours.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export async function pay(payload) {
  const key = randomUUID(); // one for all attempts
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  for (let attempts = 1, begun = Date.now(); ; attempts++) {
    let error, retry = true, asked; // without a response: retry
    try {
      const signal = AbortSignal.timeout(1000);
      const request = { method: 'POST', headers, body: JSON.stringify(payload), signal, redirect: 'manual' }; // else it may become a GET
      const response = await fetch(`${process.env.SAMEKEY_URL}/payments`, request);
      const body = await response.json();
      if (response.ok) return { result: body, attempts, key };
      error = { status: response.status, code: body.code };
      retry = [429, 500, 502, 503, 504].includes(error.status) || error.code === 'CONFLICT.idempotency.in_progress';
      asked = response.headers.get('Retry-After');
    } catch (failure) {
      error = { message: String(failure) };
    }
    const longest = Math.min(200 * 2 ** (attempts - 1), 2000); // ms
    const until = /^\d+$/.test(asked) ? asked * 1000 : Date.parse(asked) - Date.now(); // seconds or a date; else NaN
    const delay = Math.max(longest / 2 + (Math.random() * longest) / 2, until || 0);
    const total = Date.now() - begun + delay + 1000; // with the next attempt
    if (!retry || attempts === 5 || total > 10_000) return { error, attempts, key };
    await sleep(Math.ceil(delay));
  }
}
