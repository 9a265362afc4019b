// @ts-check
import path from 'node:path';
import ts from 'typescript';

/**
 * The code of one `@example`.
 *
 * @typedef {object} Example
 * @property {string} source absolute path of the file it stands in
 * @property {number} line of its tag in there, from 1
 * @property {string} code
 */

/**
 * A name that can be imported into an example.
 *
 * @typedef {object} Importable
 * @property {string} name
 * @property {boolean} isValue
 * @property {string} from the module's name, or its absolute path
 * @property {string} folder absolute path; to the examples below it the name belongs more than others of the same name
 */

/** Fences whose content is code of ours. */
const CHECKED_LANGUAGES = new Set(['', 'ts', 'tsx', 'js', 'jsx']);
const FENCE = /^```(\w*)[^\n]*\n([\s\S]*?)^```/gm;

/**
 * Every example in the doc comments of a file, in order.
 *
 * @param {ts.SourceFile} source
 * @returns {Example[]}
 */
export function examplesOf(source) {
  /** @type {Example[]} */
  const examples = [];
  const visit = (/** @type {ts.Node} */ node) => {
    for (const tag of exampleTags(node)) {
      const text = ts.getTextOfJSDocComment(tag.comment) ?? '';
      const { line } = source.getLineAndCharacterOfPosition(tag.getStart(source));
      for (const code of codeIn(text)) {
        examples.push({ source: source.fileName, line: line + 1, code });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return examples;
}

/**
 * The tags of the comments right in front of a node; those of its parts are found at the parts.
 *
 * @param {ts.Node} node
 */
function exampleTags(node) {
  const comments = /** @type {{ readonly jsDoc?: readonly ts.JSDoc[] }} */ (node).jsDoc ?? [];
  return comments
    .flatMap((comment) => comment.tags ?? [])
    .filter((tag) => tag.tagName.text === 'example');
}

/**
 * Gives the code in fences, or the whole text where there are none.
 *
 * @param {string} text of an `@example`
 */
function codeIn(text) {
  if (!text.includes('```')) return text.trim() === '' ? [] : [text];
  return [...text.matchAll(FENCE)]
    .filter(([, language = '']) => CHECKED_LANGUAGES.has(language))
    .map(([, , code = '']) => code);
}

/**
 * The examples as modules beside their sources, so that they find what their package finds. Names
 * that an example uses and neither declares nor imports are imported for it.
 *
 * @param {readonly Example[]} examples
 * @param {readonly Importable[]} importables the more meant ones first
 * @returns {ReadonlyMap<string, { readonly example: Example, readonly text: string }>} by the path of
 *   the module
 */
export function exampleModules(examples, importables) {
  return new Map(
    examples.map((example, index) => {
      const file = path.join(path.dirname(example.source), `example-${index}.example.tsx`);
      const imports = missingImports(example, importables);
      return [file, { example, text: [...imports, example.code, 'export {};', ''].join('\n') }];
    }),
  );
}

/**
 * @param {Example} example
 * @param {readonly Importable[]} importables
 */
function missingImports({ source, code }, importables) {
  const file = ts.createSourceFile('example.tsx', code, ts.ScriptTarget.ESNext, true);
  const declared = declaredNames(file);
  return [...usedNames(file)].flatMap((used) => {
    if (declared.has(used)) return [];
    const candidates = importables.filter(({ name }) => name === used);
    const chosen = candidates.find(({ folder }) => isWithin(source, folder)) ?? candidates[0];
    if (chosen === undefined) return [];
    const specifier = chosen.isValue ? used : `type ${used}`;
    return [`import { ${specifier} } from '${specifierFrom(source, chosen.from)}';`];
  });
}

/**
 * @param {string} source absolute path of the file that imports
 * @param {string} from a module's name, or its absolute path
 */
function specifierFrom(source, from) {
  if (!path.isAbsolute(from)) return from;
  const relative = path.relative(path.dirname(source), from).replaceAll(path.sep, '/');
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/**
 * @param {string} file
 * @param {string} folder
 */
function isWithin(file, folder) {
  return !path.relative(folder, file).startsWith('..');
}

/**
 * Names that stand for something; those of members and attributes do not.
 *
 * @param {ts.SourceFile} file
 */
function usedNames(file) {
  /** @type {Set<string>} */
  const used = new Set();
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isIdentifier(node) && !isMemberName(node)) used.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return used;
}

/** @param {ts.Identifier} node */
function isMemberName({ parent, ...node }) {
  if (ts.isPropertyAccessExpression(parent)) return parent.name.pos === node.pos;
  if (ts.isBindingElement(parent)) return parent.propertyName?.pos === node.pos;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isJsxAttribute(parent)) &&
    parent.name.pos === node.pos
  );
}

/**
 * Names that the module itself declares or imports.
 *
 * @param {ts.SourceFile} file
 */
function declaredNames(file) {
  /** @type {Set<string>} */
  const declared = new Set();
  const addBinding = (/** @type {ts.BindingName} */ name) => {
    if (ts.isIdentifier(name)) declared.add(name.text);
    else
      for (const element of name.elements)
        if (ts.isBindingElement(element)) addBinding(element.name);
  };
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) addBinding(name);
    } else if (ts.isImportDeclaration(statement)) {
      const { name, namedBindings } = statement.importClause ?? {};
      if (name) declared.add(name.text);
      if (namedBindings && ts.isNamedImports(namedBindings)) {
        for (const element of namedBindings.elements) declared.add(element.name.text);
      } else if (namedBindings) declared.add(namedBindings.name.text);
    } else if (isNamedDeclaration(statement) && statement.name) {
      declared.add(statement.name.text);
    }
  }
  return declared;
}

/**
 * @param {ts.Statement} statement
 * @returns {statement is ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration}
 */
function isNamedDeclaration(statement) {
  return (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  );
}
