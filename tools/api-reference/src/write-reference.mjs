// @ts-check
import { Application } from 'typedoc';
import { inRepository } from '../../../scripts/repository.mjs';
import { Refusal } from '../../../scripts/say.mjs';

/**
 * Writes the reference: a page an entry, and one that lists them.
 *
 * @param {readonly import('./package-entries.mjs').PackageEntry[]} entries
 * @param {string} folder absolute path; emptied first
 */
export async function writeReference(entries, folder) {
  const app = await Application.bootstrapWithPlugins({
    options: inRepository('tools', 'api-reference', 'typedoc.json'),
    entryPoints: entries.map(({ file }) => file),
    out: folder,
  });
  const project = await app.convert();
  if (project === undefined) throw new Refusal('The API reference could not be made; see above.');
  nameModules(project, entries);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new Refusal('The API reference has faults; they stand above.');
  }
}

/**
 * TypeDoc names a module by its path; readers know it by what they import.
 *
 * @param {import('typedoc').ProjectReflection} project
 * @param {readonly import('./package-entries.mjs').PackageEntry[]} entries
 */
function nameModules(project, entries) {
  for (const module of project.children ?? []) {
    const file = project.getSymbolIdFromReflection(module)?.fileName;
    const entry = entries.find((candidate) => candidate.file === file);
    if (entry === undefined) throw new Error(`${module.name} is a module and no entry.`);
    module.name = entry.name;
  }
}
