/**
 * The relative imports of a TypeScript source: `import … from`, `export … from`, `import '…'` and
 * `import('…')`, types included. Comments are passed over, so that an example in one is no import.
 *
 * @param {string} source
 * @returns {readonly string[]} the specifiers, in order, as they are written
 */
export function relativeImportsOf(source) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(SPECIFIER)].map(({ groups }) => groups?.specifier ?? '');
}

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*(?<quote>['"])(?<specifier>\.[^'"]*)\k<quote>/g;
