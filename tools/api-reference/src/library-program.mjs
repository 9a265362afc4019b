// @ts-check
import path from 'node:path';
import ts from 'typescript';
import { inRepository } from '../../../scripts/repository.mjs';

/** @typedef {import('./package-entries.mjs').PackageEntry} PackageEntry */

/** How examples and sources are compiled: as the packages are, each found by its name from anywhere. */
export function compilerOptions(/** @type {readonly PackageEntry[]} */ entries) {
  const file = inRepository('tools', 'api-reference', 'tsconfig.json');
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(file));
  return {
    ...options,
    paths: Object.fromEntries(entries.map((entry) => [entry.name, [entry.file]])),
  };
}

/**
 * Compiles files, some of which may exist in memory alone.
 *
 * @param {readonly string[]} files absolute paths
 * @param {ts.CompilerOptions} options
 * @param {{ readonly texts?: ReadonlyMap<string, string>, readonly previous?: ts.Program }} [more] the
 *   texts of files in memory; a program from whose files the new one may be made
 */
export function createProgram(files, options, { texts = new Map(), previous } = {}) {
  const host = ts.createCompilerHost(options, true);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const known = previous?.getSourceFile(file);
    if (known !== undefined) return known;
    const text = texts.get(file);
    return text === undefined
      ? getSourceFile(file, languageVersion, ...rest)
      : ts.createSourceFile(file, text, languageVersion, true);
  };
  return ts.createProgram({
    rootNames: [...files],
    options,
    host,
    ...(previous === undefined ? {} : { oldProgram: previous }),
  });
}
