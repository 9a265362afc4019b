// @ts-check
import path from 'node:path';
import ts from 'typescript';
import { root } from '../../../scripts/repository.mjs';
import { exampleModules } from './examples.mjs';
import { createProgram } from './library-program.mjs';
import { exportsOf } from './public-names.mjs';

/**
 * Gives the compiler's errors in examples.
 *
 * @param {import('./library.mjs').Library} library
 * @param {readonly import('./examples.mjs').Example[]} examples
 * @returns {string[]} a sentence each
 */
export function exampleErrors({ program, names, placeholders, pages }, examples) {
  const sources = new Set(examples.map(({ source }) => source));
  const modules = exampleModules(examples, [
    ...names.map(({ name, isValue, entry }) => ({
      name,
      isValue,
      from: entry.name,
      folder: path.dirname(entry.file),
    })),
    // An example of what is not public means what stands beside it.
    ...importablesOf(program, [...sources], (file) => file),
    ...importablesOf(program, [...placeholders.keys()], (file) => path.dirname(file)),
  ]);
  const texts = new Map([
    ...placeholders,
    ...pages.map(({ file, text }) => /** @type {const} */ ([file, text])),
    ...[...modules].map(([file, { text }]) => /** @type {const} */ ([file, text])),
  ]);
  const withExamples = createProgram(
    [...program.getRootFileNames(), ...modules.keys()],
    program.getCompilerOptions(),
    { texts, previous: program },
  );
  const errors = [...placeholders.keys()].flatMap((file) =>
    diagnosticsOf(withExamples, file).map(
      (diagnostic) => `What examples take for granted: ${diagnosticText(diagnostic)}`,
    ),
  );
  for (const [file, { example }] of modules) {
    const place = `${path.relative(root, example.source)}:${example.line}`;
    for (const diagnostic of diagnosticsOf(withExamples, file)) {
      errors.push(
        `${place}: the example has "${lineOf(diagnostic)}": ${diagnosticText(diagnostic)}`,
      );
    }
  }
  return errors;
}

/**
 * @param {ts.Program} program
 * @param {readonly string[]} files absolute paths
 * @param {(file: string) => string} folderOf to what a file's names belong
 */
function importablesOf(program, files, folderOf) {
  return files.flatMap((file) =>
    exportsOf(program, file).map(({ name, isValue }) => ({
      name,
      isValue,
      from: file,
      folder: folderOf(file),
    })),
  );
}

/**
 * @param {ts.Program} program
 * @param {string} file
 */
function diagnosticsOf(program, file) {
  const source = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
}

/** @param {ts.Diagnostic} diagnostic */
function diagnosticText({ messageText }) {
  return ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\s+/g, ' ');
}

/** @param {ts.Diagnostic} diagnostic */
function lineOf({ file, start = 0 }) {
  if (file === undefined) return '';
  const { line } = file.getLineAndCharacterOfPosition(start);
  return (file.text.split('\n')[line] ?? '').trim();
}
