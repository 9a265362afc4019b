// @ts-check
import path from 'node:path';
import ts from 'typescript';
import { root } from '../../../scripts/repository.mjs';

/**
 * Where the declarations of our files say `any`, written or inferred: whoever uses such a thing loses
 * the help of the compiler without being told.
 *
 * @param {ReadonlyMap<string, string>} declarations by the absolute path of the source
 * @returns {string[]} a sentence each
 */
export function anyTypes(declarations) {
  return [...declarations].flatMap(([file, text]) =>
    anyLines(text).map((line) => `${path.relative(root, file)}: any in "${line}".`),
  );
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
