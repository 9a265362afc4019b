// @ts-check
import ts from 'typescript';

/** @typedef {import('./package-entries.mjs').PackageEntry} PackageEntry */

/**
 * Something that a file exports.
 *
 * @typedef {object} Exported
 * @property {string} name
 * @property {ts.Symbol} symbol what the name stands for
 * @property {boolean} isValue there is something of it when the program runs
 * @property {string} declaredAs the name it has where it is declared
 * @property {string} file absolute path of where that is
 */

/**
 * A name that an entry exports.
 *
 * @typedef {Exported & { readonly entry: PackageEntry }} PublicName
 */

/**
 * Everything that the entries export, entry by entry.
 *
 * @param {ts.Program} program
 * @param {readonly PackageEntry[]} entries
 * @returns {PublicName[]}
 */
export function publicNames(program, entries) {
  return entries.flatMap((entry) =>
    exportsOf(program, entry.file).map((exported) => ({ ...exported, entry })),
  );
}

/**
 * Gives the exports of one file, its own and those from elsewhere.
 *
 * @param {ts.Program} program
 * @param {string} file absolute path
 * @returns {Exported[]}
 */
export function exportsOf(program, file) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) return [];
  return checker.getExportsOfModule(module).map((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    return {
      name: exported.name,
      symbol,
      isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
      declaredAs: symbol.name,
      file: symbol.declarations?.[0]?.getSourceFile().fileName ?? file,
    };
  });
}
