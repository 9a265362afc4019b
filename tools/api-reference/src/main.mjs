// @ts-check
import { cpSync, existsSync, rmSync } from 'node:fs';
import { inRepository } from '../../../scripts/repository.mjs';
import { Refusal, say } from '../../../scripts/say.mjs';
import { differences } from './differences.mjs';
import { documentationFaults } from './documentation-faults.mjs';
import { packageEntries } from './package-entries.mjs';
import { writeReference } from './write-reference.mjs';

const COMMITTED = inRepository('docs', 'api');
const MADE = inRepository('tools', 'api-reference', '.cache', 'api');

/** `npm run docs`: writes the reference anew. */
async function write() {
  await writeReference(presentEntries(), MADE);
  rmSync(COMMITTED, { recursive: true, force: true });
  cpSync(MADE, COMMITTED, { recursive: true });
  say('The API reference is in docs/api.');
}

/** For `npm run check`: every public name is documented, every example holds, the reference is fresh. */
async function check() {
  const entries = presentEntries();
  const faults = documentationFaults(entries);
  await writeReference(entries, MADE);
  const stale = differences(MADE, COMMITTED);
  for (const fault of faults) say(fault);
  for (const difference of stale) say(difference);
  const reasons = [
    faults.length > 0 && `${faults.length} faults in the documentation of public names`,
    stale.length > 0 && 'docs/api is not what the sources say: run "npm run docs" and commit it',
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) throw new Refusal(`${reasons.join('; ')}.`);
}

function presentEntries() {
  const entries = packageEntries();
  const missing = entries.filter(({ file }) => !existsSync(file)).map(({ name }) => name);
  if (missing.length > 0) {
    throw new Refusal(`In "exports" of a package, and without a source: ${missing.join(', ')}.`);
  }
  return entries;
}

const commands = new Map([
  ['write', write],
  ['check', check],
]);

try {
  const command = commands.get(process.argv[2] ?? '');
  if (!command) throw new Refusal(`This is called with ${[...commands.keys()].join(' or ')}.`);
  await command();
} catch (error) {
  say(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
