// stripe, the SDK of Stripe for Node.js. It makes the key itself, once for each operation, as its README says. maxNetworkRetries
// is 1 by default; 4 is five attempts. It does not report how often it sent.
import Stripe from 'stripe';
import { serve, url } from './protocol.mjs';

const { hostname, port, protocol } = new URL(url);
const stripe = new Stripe('sk_test_samekey', {
  host: hostname,
  port,
  protocol: protocol.slice(0, -1),
  maxNetworkRetries: 4,
  timeout: 1000,
});

serve(
  async (payload) => ({ result: await stripe.charges.create(payload) }),
  (error) => ({ status: error.statusCode, code: error.code ?? error.rawType }),
);
