// @ts-check
import ts from 'typescript';

/** @typedef {import('typescript').Program} Program */
/** @typedef {import('./public-names.mjs').PublicName} PublicName */

/**
 * Lists the gaps in the doc comments of public names: a name without a text, a value for apps without an
 * `@example`.
 *
 * @param {Program} program
 * @param {readonly PublicName[]} names
 * @returns {string[]} a sentence each
 */
export function undocumentedNames(program, names) {
  const checker = program.getTypeChecker();
  return names.flatMap(({ name, entry, symbol, isValue, file }) => {
    // A dependency documents its names itself, and a module its own.
    if (file.includes('/node_modules/') || symbol.flags & ts.SymbolFlags.ValueModule) return [];
    const faults = [];
    if (symbol.getDocumentationComment(checker).length === 0) faults.push('has no doc comment');
    const hasExample = symbol.getJsDocTags(checker).some((tag) => tag.name === 'example');
    if (isValue && !hasExample && !entry.isInternal) faults.push('has no @example');
    return faults.map((fault) => `${entry.name}: ${name} ${fault}.`);
  });
}
