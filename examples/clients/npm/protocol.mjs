// The client protocol (docs/client-protocol.md), for all adapters of this folder.
import { createInterface } from 'node:readline';

/** Where the service is. */
export const url = process.env.SAMEKEY_URL;

/**
 * Does the operations of standard input, as they come. `perform` resolves with `{result, attempts, key}`. What it throws is the
 * failure; `failure` makes `{status, code, message}` of it, and `attempts` and `key` that stand beside them are reported too.
 */
export function serve(perform, failure) {
  let running = 0;
  let closed = false;
  const leave = () => closed && running === 0 && process.exit();
  const input = createInterface({ input: process.stdin });
  input.on('close', () => {
    closed = true;
    leave();
    setTimeout(process.exit, 4000);
  });
  input.on('line', async (line) => {
    running++;
    const { id, operation, payload, resume } = JSON.parse(line);
    const outcome = { id };
    try {
      if (resume) throw new Error('this client keeps no operation');
      Object.assign(outcome, await perform(payload, operation));
    } catch (thrown) {
      const { attempts, key, ...error } = { message: String(thrown?.message ?? thrown), ...(resume ? {} : failure(thrown)) };
      Object.assign(outcome, { error, attempts, key });
    }
    process.stdout.write(`${JSON.stringify(outcome)}\n`, () => (running--, leave()));
  });
}
