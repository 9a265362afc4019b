// @ts-check
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../../../scripts/repository.mjs';
import { Refusal, say } from '../../../scripts/say.mjs';
import { builtDeclarations } from './declarations.mjs';
import { differences } from './differences.mjs';
import { documentationFaults } from './documentation-faults.mjs';
import { digestOfInputs, readDigest, writeDigest } from './last-check.mjs';
import { readLibrary } from './library.mjs';
import { packageEntries } from './package-entries.mjs';
import { placeholdersOf } from './placeholders.mjs';
import { signatureDifferences } from './signature-differences.mjs';
import { SIGNATURES, writeReference } from './write-reference.mjs';

const COMMITTED = inRepository('docs', 'api');
const MADE = inRepository('tools', 'api-reference', '.cache', 'api');

/** `npm run docs`: writes the reference anew. */
async function write() {
  await writeReference(presentLibrary(), MADE);
  rmSync(COMMITTED, { recursive: true, force: true });
  cpSync(MADE, COMMITTED, { recursive: true });
  say('The API reference is in docs/api.');
}

/** For `npm run check`: every public name is documented, every example holds, the reference is fresh. */
async function check() {
  const digest = digestOfInputs();
  if (digest === readDigest()) {
    say('Sources and reference are those of the last check, which passed.');
    return;
  }
  const library = presentLibrary();
  const faults = documentationFaults(library);
  await writeReference(library, MADE);
  const stale = differences(MADE, COMMITTED);
  for (const line of [...faults, ...stale, ...changedSignatures(stale)]) say(line);
  const reasons = [
    faults.length > 0 && `${faults.length} faults in the documentation of public names`,
    stale.length > 0 && 'docs/api is not what the sources say: run "npm run docs" and commit it',
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) throw new Refusal(`${reasons.join('; ')}.`);
  writeDigest(digest);
}

/**
 * Gives the changes for users, where the snapshot is among the files that differ.
 *
 * @param {readonly string[]} stale
 */
function changedSignatures(stale) {
  const found = path.join(COMMITTED, SIGNATURES);
  if (!stale.some((line) => line.startsWith(SIGNATURES)) || !existsSync(found)) return [];
  return signatureDifferences(
    readFileSync(path.join(MADE, SIGNATURES), 'utf8'),
    readFileSync(found, 'utf8'),
  );
}

function presentLibrary() {
  const entries = packageEntries();
  const missing = entries.filter(({ file }) => !existsSync(file)).map(({ name }) => name);
  if (missing.length > 0) {
    throw new Refusal(`In "exports" of a package, and without a source: ${missing.join(', ')}.`);
  }
  const folders = [...new Set(entries.map(({ folder }) => folder))];
  return readLibrary(entries, {
    isOurs: (file) => folders.some((folder) => file.startsWith(inRepository(folder, 'src/'))),
    declarationsOf: (sources) => builtDeclarations(folders, sources),
    placeholders: placeholdersOf(folders),
  });
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
