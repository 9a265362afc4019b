// @ts-check
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Application } from 'typedoc';
import { inRepository } from '../../../scripts/repository.mjs';
import { Refusal } from '../../../scripts/say.mjs';
import { signaturesOf } from './signatures.mjs';

/** The snapshot of all signatures, among the pages. */
export const SIGNATURES = 'signatures.md';

/**
 * Writes the reference: a page for each folder of a package, one that lists them, and the signatures.
 *
 * @param {import('./library.mjs').Library} library
 * @param {string} folder absolute path; emptied first
 */
export async function writeReference({ program, pages, names, declarations }, folder) {
  const app = await Application.bootstrapWithPlugins({
    options: inRepository('tools', 'api-reference', 'typedoc.json'),
    out: folder,
  });
  const modules = pages.map(({ name, file }) => ({
    displayName: name,
    program,
    sourceFile: sourceOf(program, file),
  }));
  const project = app.converter.convert(modules);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new Refusal('The API reference has faults; they stand above.');
  }
  writeFileSync(path.join(folder, SIGNATURES), signaturesOf(names, declarations));
  appendFileSync(
    path.join(folder, 'README.md'),
    `\n## Signatures\n\n- [${SIGNATURES}](${SIGNATURES})\n`,
  );
}

/**
 * @param {import('typescript').Program} program
 * @param {string} file
 */
function sourceOf(program, file) {
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error(`${file} is no part of the program.`);
  return source;
}
