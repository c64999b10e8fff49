'use strict';
// Prints the verdicts of a run by clause and operation, such as "KEY-1 payment held": node verdicts.js REPORT-FOLDER
const worst = ['BROKEN', 'HARNESS_ERROR', 'INCONCLUSIVE', 'NOT_CHECKED', 'HELD', 'NOT_APPLICABLE'];
const { clauses } = JSON.parse(require('node:fs').readFileSync(`${process.argv[2]}/verdict.json`, 'utf8'));
const lines = new Map();
for (const { id, verdict, scenarios } of clauses) {
  // Where the clause is held, what could not be checked is optional.
  const order = verdict === 'HELD' ? ['HELD', ...worst.filter((each) => each !== 'HELD')] : worst;
  for (const each of scenarios.length ? scenarios : [{ verdict }]) {
    const name = `${id} ${each.operation || 'all'}`;
    const before = lines.get(name) ?? each.verdict;
    lines.set(name, order.indexOf(before) < order.indexOf(each.verdict) ? before : each.verdict);
  }
}
for (const [name, verdict] of [...lines].sort()) console.log(name, verdict.toLowerCase().replace('_', ' '));
