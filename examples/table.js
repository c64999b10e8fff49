'use strict';
// Prints the table of docs/published-servers.md from the files of expected verdicts: node examples/table.js
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const servers = {
  'express-idempotency': 'express-idempotency/expected.txt',
  nestjs: 'node-idempotency-nestjs/expected.txt',
  camel: 'camel-idempotent-consumer/expected.txt',
  idempotent: 'idempotent/expected.txt',
  'powertools, DynamoDB': 'powertools-idempotency/dynamodb.txt',
  'powertools, Redis': 'powertools-idempotency/redis.txt',
  'parse-server': 'parse-server/expected.txt',
  'stripe mock': 'stripe-stateful-mock/expected.txt',
  restate: 'restate/expected.txt',
  'idempotency-backend': 'idempotency-backend/expected.txt',
  'spring-integration': 'spring-integration/expected.txt',
};
const groups = ['KEY', 'RPL', 'MIS', 'CON', 'SCP', 'TTL', 'STO', 'REV', 'ERR'];
const marks = { broken: '✗', 'harness error': '!', inconclusive: '?', held: '✓', 'not checked': '·', 'not applicable': '' };
const worst = Object.keys(marks);

/** The worst verdict of each clause over its operations; of two that hang on chance, such as "held or broken", the first. */
function verdicts(file) {
  const found = {};
  for (const line of readFileSync(join(__dirname, file), 'utf8').trim().split('\n')) {
    const [, clause, verdict] = line.match(/^(\S+) .*?(broken|harness error|inconclusive|held|not checked|not applicable)/);
    if (!(clause in found) || worst.indexOf(verdict) < worst.indexOf(found[clause])) found[clause] = verdict;
  }
  return found;
}

const place = (clause) => groups.indexOf(clause.slice(0, 3)) * 100 + Number(clause.slice(4));
const columns = Object.values(servers).map(verdicts);
const clauses = [...new Set(columns.flatMap(Object.keys))].filter((clause) => place(clause) >= 0);
console.log(`| clause | ${Object.keys(servers).join(' | ')} |`);
console.log(`|---|${'---|'.repeat(columns.length)}`);
for (const clause of clauses.sort((a, b) => place(a) - place(b))) {
  const cells = columns.map((column) => marks[column[clause] ?? 'not checked']);
  if (cells.some((cell) => '✗✓?!'.includes(cell) && cell)) console.log(`| ${clause} | ${cells.join(' | ')} |`);
}
