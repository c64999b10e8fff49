// axios-retry. Its README names what is switched on: POST is retried with isNetworkError and isRetryableError, exponentialDelay
// with a factor (200 ms, 400 ms and so on, plus up to 20 %), and a timeout that counts for each attempt. It knows nothing of
// keys, so the key is made here, once for each operation.
import { randomUUID } from 'node:crypto';
import axios from 'axios';
import axiosRetry, { exponentialDelay, isNetworkError, isRetryableError } from 'axios-retry';
import { serve, url } from './protocol.mjs';

const client = axios.create({ baseURL: url, timeout: 1000 });
axiosRetry(client, {
  retries: 4,
  retryCondition: (error) => isNetworkError(error) || isRetryableError(error),
  retryDelay: (count, error) => exponentialDelay(count, error, 100),
  shouldResetTimeout: true,
});

serve(
  async (payload) => {
    const response = await client.post('/payments', payload, { headers: { 'Idempotency-Key': randomUUID() } });
    return { result: response.data, attempts: response.config['axios-retry'].retryCount + 1 };
  },
  (error) => ({
    status: error.response?.status,
    code: error.response?.data?.code,
    attempts: error.config && error.config['axios-retry'].retryCount + 1,
  }),
);
