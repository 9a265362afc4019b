// @ts-check
import { compilerOptions, createProgram } from './library-program.mjs';
import { pagesOf } from './pages.mjs';
import { publicNames } from './public-names.mjs';

/** @typedef {import('./package-entries.mjs').PackageEntry} PackageEntry */

/**
 * The packages as the compiler sees them. It is made once: reading it is most of the work, and
 * documentation, signatures and reference all ask the same one.
 *
 * @typedef {object} Library
 * @property {import('typescript').Program} program of entries, pages and placeholders
 * @property {readonly PackageEntry[]} entries
 * @property {readonly import('./public-names.mjs').PublicName[]} names
 * @property {readonly import('./pages.mjs').Page[]} pages
 * @property {ReadonlyMap<string, string>} declarations of our files, by their absolute paths
 * @property {ReadonlyMap<string, string>} placeholders what examples take for granted, by path
 * @property {readonly import('typescript').SourceFile[]} sources our files
 */

/**
 * @param {readonly PackageEntry[]} entries
 * @param {object} surroundings
 * @param {(file: string) => boolean} surroundings.isOurs which files are held to the rules
 * @param {(sources: readonly string[], program: import('typescript').Program) => ReadonlyMap<string, string>} surroundings.declarationsOf
 * @param {ReadonlyMap<string, string>} surroundings.placeholders
 * @returns {Library}
 */
export function readLibrary(entries, { isOurs, declarationsOf, placeholders }) {
  const files = entries.map(({ file }) => file);
  const options = compilerOptions(entries);
  const previous = createProgram(files, options);
  const pages = pagesOf(publicNames(previous, entries));
  const texts = new Map([
    ...placeholders,
    ...pages.map(({ file, text }) => /** @type {const} */ ([file, text])),
  ]);
  const program = createProgram([...files, ...texts.keys()], options, { texts, previous });
  const sources = program
    .getSourceFiles()
    .filter(({ fileName }) => isOurs(fileName) && !texts.has(fileName));
  const paths = sources.map(({ fileName }) => fileName);
  return {
    program,
    entries,
    names: publicNames(program, entries),
    pages,
    declarations: declarationsOf(paths, program),
    placeholders,
    sources,
  };
}
