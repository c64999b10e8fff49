// The AWS SDK for JavaScript v3, by the operation RunTask of ECS. The SDK makes its clientToken itself, once for each operation,
// as the SDK's documentation says. Retry mode and number of attempts are its defaults: standard, 3.
import { ECSClient, RunTaskCommand } from '@aws-sdk/client-ecs';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { serve, url } from './protocol.mjs';

const client = new ECSClient({
  endpoint: url,
  region: 'eu-central-1',
  credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'example' },
  requestHandler: new NodeHttpHandler({ connectionTimeout: 1000, requestTimeout: 1000, throwOnRequestTimeout: true }),
});

serve(
  async (payload) => {
    const { $metadata, ...result } = await client.send(new RunTaskCommand(payload));
    return { result, attempts: $metadata.attempts };
  },
  (error) => ({
    status: error.$metadata?.httpStatusCode,
    code: error.name,
    attempts: error.$metadata?.attempts,
  }),
);
