// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../../../scripts/repository.mjs';
import { anyTypes } from './any-types.mjs';
import { exampleErrors } from './example-errors.mjs';
import { examplesOf } from './examples.mjs';
import { compilerOptions, createProgram } from './library-program.mjs';
import { publicNames } from './public-names.mjs';
import { undocumentedNames } from './undocumented-names.mjs';

/** @typedef {import('./package-entries.mjs').PackageEntry} PackageEntry */

/**
 * What is wrong with the documentation of what the packages export.
 *
 * @param {readonly PackageEntry[]} entries
 * @returns {string[]} a sentence each
 */
export function documentationFaults(entries) {
  const folders = [...new Set(entries.map(({ folder }) => folder))];
  return faultsOf(entries, {
    isOurs: (file) => folders.some((folder) => file.startsWith(inRepository(folder, 'src/'))),
    placeholders: placeholders(folders),
  });
}

/**
 * Names without text, values without an example, `any` in declarations, and examples that do not
 * compile.
 *
 * @param {readonly PackageEntry[]} entries
 * @param {object} surroundings
 * @param {(file: string) => boolean} surroundings.isOurs which files are held to this
 * @param {ReadonlyMap<string, string>} surroundings.placeholders what examples take for granted
 * @returns {string[]} a sentence each
 */
export function faultsOf(entries, { isOurs, placeholders }) {
  const program = createProgram(
    entries.map(({ file }) => file),
    {
      ...compilerOptions(entries),
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
    },
  );
  const names = publicNames(program, entries);
  const sources = program.getSourceFiles().filter(({ fileName }) => isOurs(fileName));
  return [
    ...undocumentedNames(program, names),
    ...anyTypes(program, isOurs),
    ...exampleErrors(program, sources.flatMap(examplesOf), names, placeholders),
  ];
}

/**
 * What the examples of each package take for granted, as a file of that package.
 *
 * @param {readonly string[]} folders of packages
 * @returns {ReadonlyMap<string, string>} texts by path
 */
function placeholders(folders) {
  return new Map(
    folders.flatMap((folder) => {
      const file = inRepository('tools/api-reference/examples', `${path.basename(folder)}.d.ts`);
      if (!existsSync(file)) return [];
      // Not as a `.d.ts`, whose mistakes the compiler is told to leave alone.
      return [[inRepository(folder, 'src/example-placeholders.ts'), readFileSync(file, 'utf8')]];
    }),
  );
}
