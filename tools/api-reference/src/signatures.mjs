// @ts-check
import ts from 'typescript';
import { grouped } from './grouped.mjs';

/** @typedef {import('./public-names.mjs').PublicName} PublicName */

/**
 * The signature of every public name, entry by entry, sorted, without prose: the one file in which a
 * review sees what changes for users.
 *
 * @param {readonly PublicName[]} names
 * @param {ReadonlyMap<string, string>} declarations by the absolute path of the source
 * @returns {string} Markdown
 */
export function signaturesOf(names, declarations) {
  const declared = new Map(
    [...declarations].map(([file, text]) => [file, statementsByName(file, text)]),
  );
  const byEntry = grouped(names, ({ entry }) => entry);
  const parts = [...byEntry].map(([entry, exported]) => {
    const signatures = [...exported]
      .sort((left, right) => (left.name < right.name ? -1 : 1))
      .map((name) => signatureOf(name, declared));
    const note = entry.isInternal ? `\n${INTERNAL_NOTE}\n` : '';
    return `## ${entry.name}\n${note}\n\`\`\`ts\n${signatures.join('\n\n')}\n\`\`\`\n`;
  });
  return ['# Signatures\n', `${HEAD}\n`, ...parts].join('\n');
}

const LONGEST_LINE = 100;
const HEAD =
  'Every public name with its type, entry by entry. Made by `npm run docs`; a difference here is a change for users.';
const INTERNAL_NOTE =
  'For the sister packages alone: no promise is made to apps, and any minor version may change it.';

/**
 * @param {PublicName} name
 * @param {ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>} declared
 */
function signatureOf({ name, declaredAs, file }, declared) {
  const texts = declared.get(file)?.get(declaredAs);
  if (texts === undefined) return `export { ${name} } from elsewhere;`;
  const alias = declaredAs === name ? [] : [`export { ${declaredAs} as ${name} };`];
  return [...alias, ...texts].join('\n');
}

/**
 * The top-level declarations of a declaration file, printed, by the names that they declare.
 *
 * @param {string} file
 * @param {string} text
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
function statementsByName(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const printer = ts.createPrinter({ removeComments: true });
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const statement of source.statements) {
    const printed = printedStatement(statement, (node) =>
      tidied(printer.printNode(ts.EmitHint.Unspecified, node, source)),
    );
    for (const name of declaredNames(statement)) {
      found.set(name, [...(found.get(name) ?? []), printed]);
    }
  }
  return found;
}

/**
 * A union that is long has a line for each of its members, so that a difference shows which.
 *
 * @param {ts.Statement} statement
 * @param {(node: ts.Node) => string} print
 */
function printedStatement(statement, print) {
  const whole = print(statement);
  if (whole.length <= LONGEST_LINE || !ts.isTypeAliasDeclaration(statement)) return whole;
  if (!ts.isUnionTypeNode(statement.type)) return whole;
  const head = whole.slice(0, whole.indexOf('=') + 1);
  const members = statement.type.types.map((member) => `\n  | ${print(member)}`);
  return `${head}${members.join('')};`;
}

/**
 * @param {ts.Statement} statement
 * @returns {readonly string[]}
 */
function declaredNames(statement) {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

/** Takes away what says nothing to a reader: modifiers of modules, private members, paths of types. */
function tidied(/** @type {string} */ printed) {
  return printed
    .replace(/^export (declare )?/, '')
    .replaceAll(/^ {4}(#private|private .*);\n/gm, '')
    .replaceAll(/import\("[^"]+"\)\./g, '')
    .replaceAll(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2));
}
