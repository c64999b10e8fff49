'use strict';
// node table.js verdicts REPORT-FOLDER NAME   the verdicts of a run, such as "got CLI-1 held"
// node table.js table FILE…                   a table client x clause of files of verdicts, without their .txt
// node table.js differences EXPECTED ACTUAL   what differs; what either leaves inconclusive does not; exit code 1 if something does
// node table.js                               the table of docs/published-clients.md, from expected.txt
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const marks = { held: '✓', broken: '✗', inconclusive: '?', 'not checked': '·', 'not applicable': '', 'harness error': '!' };

function verdicts(folder, name) {
  const { clauses } = JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8'));
  for (const { id, verdict } of clauses) console.log(name, id, verdict.toLowerCase().replaceAll('_', ' '));
}

function read(text) {
  const lines = text.trim().split('\n').filter(Boolean);
  return new Map(lines.map((line) => /^(\S+ \S+) (.*)$/.exec(line).slice(1)));
}

function table(verdicts) {
  const clauses = [...new Set([...verdicts.keys()].map((place) => place.split(' ')[1]))];
  console.log(`| client | ${clauses.join(' | ')} |`);
  console.log(`|---|${'---|'.repeat(clauses.length)}`);
  for (const name of new Set([...verdicts.keys()].map((place) => place.split(' ')[0]))) {
    console.log(`| ${name} | ${clauses.map((clause) => marks[verdicts.get(`${name} ${clause}`)] ?? '').join(' | ')} |`);
  }
}

function differences(expected, actual) {
  for (const [place, verdict] of actual) {
    const known = expected.get(place) ?? 'missing';
    if (verdict === known || [verdict, known].includes('inconclusive')) continue;
    console.log(`${place}: expected ${known}, got ${verdict}`);
    process.exitCode = 1;
  }
}

const file = (path) => readFileSync(path, 'utf8');
const [what, ...rest] = process.argv.slice(2);
if (what === 'verdicts') verdicts(...rest);
else if (what === 'table') table(read(rest.map((path) => file(`${path}.txt`)).join('')));
else if (what === 'differences') differences(...rest.map((path) => read(file(path))));
else table(read(file(join(__dirname, 'expected.txt'))));
