// @ts-check
import { anyTypes } from './any-types.mjs';
import { exampleErrors } from './example-errors.mjs';
import { examplesOf } from './examples.mjs';
import { undocumentedNames } from './undocumented-names.mjs';

/**
 * Lists the faults in the documentation of the packages' exports: names without text, values without an
 * example, `any` in declarations, and examples that do not compile.
 *
 * @param {import('./library.mjs').Library} library
 * @returns {string[]} a sentence each
 */
export function documentationFaults(library) {
  const { program, names, declarations, sources } = library;
  return [
    ...undocumentedNames(program, names),
    ...anyTypes(declarations),
    ...exampleErrors(library, sources.flatMap(examplesOf)),
  ];
}
