// @ts-check
import path from 'node:path';
import ts from 'typescript';
import { root } from '../../../scripts/repository.mjs';

/**
 * Where the declarations of our files say `any`, written or inferred: whoever uses such a thing loses
 * the help of the compiler without being told.
 *
 * @param {ts.Program} program
 * @param {(file: string) => boolean} isOurs
 * @returns {string[]} a sentence each
 */
export function anyTypes(program, isOurs) {
  const found = [];
  for (const source of program.getSourceFiles()) {
    if (!isOurs(source.fileName)) continue;
    for (const line of anyLines(declarationOf(program, source))) {
      found.push(`${path.relative(root, source.fileName)}: any in "${line}".`);
    }
  }
  return found;
}

/**
 * @param {ts.Program} program
 * @param {ts.SourceFile} source
 */
function declarationOf(program, source) {
  let text = '';
  program.emit(
    source,
    (_, emitted) => {
      text += emitted;
    },
    undefined,
    true,
  );
  return text;
}

/** @param {string} text of a declaration file */
function anyLines(text) {
  const file = ts.createSourceFile('declaration.d.ts', text, ts.ScriptTarget.ESNext, false);
  const lines = text.split('\n');
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) {
      const { line } = file.getLineAndCharacterOfPosition(node.pos);
      found.push((lines[line] ?? '').trim());
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
