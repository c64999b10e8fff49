'use strict';
// A DynamoDB of this machine (dynalite, in memory) with the table that the documentation of Powertools asks for.

const { CreateTableCommand, DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const dynalite = require('dynalite');

const port = Number(process.env.STORE_PORT);
const server = dynalite({ createTableMs: 0 });
server.listen(port, '127.0.0.1', async () => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: `http://127.0.0.1:${port}`, region: 'local', credentials });
  await client.send(new CreateTableCommand({
    TableName: 'idempotency',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  }));
  console.log('ready');
});
