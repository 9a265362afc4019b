// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { inRepository, root } from '../../../scripts/repository.mjs';
import { compilerOptions, createProgram } from './library-program.mjs';
import { packageEntries } from './package-entries.mjs';
import { publicNames } from './public-names.mjs';

/** @typedef {import('./package-entries.mjs').PackageEntry} PackageEntry */
/** @typedef {import('./public-names.mjs').PublicName} PublicName */

/**
 * What a package offers and nobody takes.
 *
 * @typedef {object} UnusedSurface
 * @property {readonly string[]} entries entry points that no caller imports
 * @property {readonly string[]} names exported by an entry point, imported by no caller, and no part of
 *   the type of a name that one imports
 * @property {readonly string[]} options that no caller sets
 * @property {readonly string[]} codes members of a union of codes that no source produces
 */

/** Folders of callers: apps, examples, recipes, benchmarks and journeys. The READMEs' code is beside them. */
const CALLERS = ['apps', 'examples', 'bench', 'clients', 'e2e'];

/**
 * Compares what the packages offer with what their callers use. A sister package is a caller too, and so
 * is a package's own source where it sets an option, as of a port; tests are not.
 *
 * @returns {UnusedSurface}
 */
export function unusedSurface() {
  const entries = packageEntries();
  const texts = codeOfReadmes();
  const program = createProgram(
    [...entries.map(({ file }) => file), ...callerFiles(), ...texts.keys()],
    {
      ...compilerOptions(entries),
      allowJs: true,
      checkJs: true,
      noEmit: true,
      module: ts.ModuleKind.Preserve,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
    { texts },
  );
  const names = publicNames(program, entries);
  const uses = usesIn(program);
  return {
    entries: entries
      .filter(
        ({ name }) => !uses.entries.has(name) && !FOR_USERS_TESTS.test(name) && !WORKER.test(name),
      )
      .map(({ name }) => name),
    names: unusedNames(program, names, uses.symbols),
    options: unusedOptions(program, names, uses.properties),
    codes: unproducedCodes(program, names),
  };
}

/**
 * Every part that waits takes these, so that tests can simulate time and a caller can stop waiting; every
 * part that asks a server takes `fetch`, so that a test answers in its place and an app can sign requests.
 */
const SEAMS = new Set(['clock', 'signal', 'fetch']);

/** Code of a worker: a bundler that is given its address loads it, and no module imports it. */
const WORKER = /[/-]worker$/;

/** A user's tests import these; our own stand in the packages. */
const FOR_USERS_TESTS = /\/(?:testing|vitest)$/;

/** Type-checked and never run, so that what only it mentions has no caller. */
const NEVER_RUN = 'other-entry-points.ts';

function callerFiles() {
  return CALLERS.flatMap((folder) => sourcesUnder(inRepository(folder))).filter(
    (file) => path.basename(file) !== NEVER_RUN,
  );
}

/** The code of each README, as modules that exist in memory alone. @returns {Map<string, string>} */
function codeOfReadmes() {
  const packages = readdirSync(inRepository('packages'), { withFileTypes: true });
  const folders = packages.filter((each) => each.isDirectory()).map(({ name }) => name);
  return new Map(
    [[], ...folders.map((name) => ['packages', name])].flatMap((place) => {
      const text = readFileSync(inRepository(...place, 'README.md'), 'utf8');
      return [...text.matchAll(SNIPPET)].map(([, code = ''], number) => {
        const module = `readme-${place.at(-1) ?? 'root'}-${number}.tsx`;
        return /** @type {const} */ ([inRepository('clients', module), code]);
      });
    }),
  );
}

const SNIPPET = /^```tsx?\n([\s\S]*?)^```$/gm;

/**
 * @param {string} folder absolute path
 * @returns {string[]}
 */
function sourcesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (['node_modules', 'dist', '.cache', '.next'].includes(entry.name)) return [];
    if (entry.isDirectory()) return sourcesUnder(file);
    return /\.(?:ts|tsx|m?js)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [file] : [];
  });
}

/**
 * Everything that callers use: the entry points and symbols they import, and the properties they write in
 * an object or an element that a type is known for, or read by name.
 *
 * @param {ts.Program} program
 */
function usesIn(program) {
  const checker = program.getTypeChecker();
  /** @type {Set<string>} */
  const entries = new Set();
  /** @type {Map<ts.Symbol, Set<string>>} */
  const symbols = new Map();
  /** @type {Set<ts.Node>} */
  const properties = new Set();
  for (const source of program.getSourceFiles()) {
    if (!source.fileName.startsWith(root) || source.fileName.includes('/node_modules/')) continue;
    const own = packageOf(source.fileName);
    if (own !== undefined && isTestFile(source.fileName)) continue;
    visit(source);

    function visit(/** @type {ts.Node} */ node) {
      if (isModuleSpecifier(node) && node.text.startsWith('@agent-memory/')) {
        entries.add(node.text);
      }
      if (ts.isIdentifier(node)) markSymbol(node, checker.getSymbolAtLocation(node));
      if (ts.isObjectBindingPattern(node)) markDestructured(node);
      if (ts.isObjectLiteralExpression(node)) markProperties(node, node.properties);
      if (ts.isJsxAttributes(node)) markProperties(node, node.properties);
      ts.forEachChild(node, visit);
    }

    /** What a caller takes out of an entry point that it imported as a whole, as by `await import()`. */
    function markDestructured(/** @type {ts.ObjectBindingPattern} */ node) {
      const type = checker.getTypeAtLocation(node);
      for (const { name, propertyName = name } of node.elements) {
        if (ts.isIdentifier(propertyName)) {
          markSymbol(propertyName, type.getProperty(propertyName.text));
        }
      }
    }

    function markSymbol(
      /** @type {ts.Identifier} */ node,
      /** @type {ts.Symbol | undefined} */ found,
    ) {
      let symbol = found;
      if (symbol === undefined) return;
      if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      const declared = symbol.declarations?.[0]?.getSourceFile().fileName;
      const from = declared === undefined ? undefined : packageOf(declared);
      // What a package passes on from a dependency is declared in none of ours.
      if (from === undefined ? !isImportedFromOurs(node) : from === own) return;
      symbols.set(symbol, (symbols.get(symbol) ?? new Set()).add(own ?? 'outside'));
    }

    function markProperties(
      /** @type {ts.ObjectLiteralExpression | ts.JsxAttributes} */ node,
      /** @type {readonly (ts.ObjectLiteralElementLike | ts.JsxAttributeLike)[]} */ written,
    ) {
      const type = checker.getContextualType(node);
      if (type === undefined) return;
      for (const { name } of written) {
        if (name === undefined) continue;
        for (const declaration of declarationsOf(type, name.getText())) properties.add(declaration);
      }
    }

    function declarationsOf(/** @type {ts.Type} */ type, /** @type {string} */ name) {
      const members = type.isUnion() ? type.types : [type];
      return members.flatMap((member) => {
        const symbol = member.getProperty(name);
        if (symbol === undefined) return [];
        return checker.getRootSymbols(symbol).flatMap((one) => one.declarations ?? []);
      });
    }
  }
  return { entries, symbols, properties };
}

/** @param {ts.Identifier} node */
function isImportedFromOurs(node) {
  if (!ts.isImportSpecifier(node.parent)) return false;
  const { moduleSpecifier } = node.parent.parent.parent.parent;
  return ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text.startsWith('@agent-memory/');
}

/** @param {ts.Node} node @returns {node is ts.StringLiteral} */
function isModuleSpecifier(node) {
  if (!ts.isStringLiteral(node)) return false;
  const { parent } = node;
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isNewExpression(parent) ||
    (ts.isCallExpression(parent) && parent.arguments[0] === node)
  );
}

/**
 * Names that no caller imports. A type counts as used when the declaration of a used name mentions it,
 * since a caller may have to write it down.
 *
 * @param {ts.Program} program
 * @param {readonly PublicName[]} names
 * @param {ReadonlyMap<ts.Symbol, unknown>} used
 */
function unusedNames(program, names, used) {
  const checker = program.getTypeChecker();
  const reached = new Set(used.keys());
  // A set is walked in the order of insertion, so what is added on the way is walked too.
  for (const symbol of reached) {
    for (const declaration of symbol.declarations ?? []) mentionedBy(declaration);
  }
  return names
    .filter(({ symbol, entry }) => !reached.has(symbol) && !FOR_USERS_TESTS.test(entry.name))
    .map(({ name, entry }) => `${entry.name}: ${name}`);

  function mentionedBy(/** @type {ts.Node} */ node) {
    // Bodies say nothing about a type that is written down.
    if (ts.isBlock(node)) return;
    if (ts.isFunctionDeclaration(node) && node.type === undefined) mentionedByType(node);
    if (ts.isVariableDeclaration(node) && node.type === undefined) mentionedByType(node);
    if (ts.isIdentifier(node)) {
      let symbol = checker.getSymbolAtLocation(node);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      const file = symbol?.declarations?.[0]?.getSourceFile().fileName;
      if (symbol && file && packageOf(file) !== undefined) reached.add(symbol);
    }
    ts.forEachChild(node, mentionedBy);
  }

  /** Adds the types that a signature was inferred to have. */
  function mentionedByType(/** @type {ts.Node} */ node) {
    const type = checker.getTypeAtLocation(node);
    const of = [type, ...type.getCallSignatures().map((signature) => signature.getReturnType())];
    for (const one of of) {
      for (const symbol of [one.symbol, one.aliasSymbol]) if (symbol) reached.add(symbol);
      for (const argument of checker.getTypeArguments(/** @type {ts.TypeReference} */ (one)) ??
        []) {
        if (argument.symbol) reached.add(argument.symbol);
        if (argument.aliasSymbol) reached.add(argument.aliasSymbol);
      }
    }
  }
}

/**
 * Members of public option types that no caller sets.
 *
 * @param {ts.Program} program
 * @param {readonly PublicName[]} names
 * @param {ReadonlySet<ts.Node>} used declarations of members
 */
function unusedOptions(program, names, used) {
  const checker = program.getTypeChecker();
  /** @type {Map<ts.Node, string>} */
  const offered = new Map();
  for (const { symbol, entry } of names) {
    if (entry.isInternal || !symbol.name.endsWith('Options')) continue;
    if (FOR_USERS_TESTS.test(entry.name)) continue;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    for (const member of type.isUnion() ? type.types : [type]) {
      for (const property of checker.getPropertiesOfType(member)) {
        const [declaration] = checker
          .getRootSymbols(property)
          .flatMap((one) => one.declarations ?? []);
        const file = declaration?.getSourceFile().fileName;
        if (declaration && file && packageOf(file) && !SEAMS.has(property.name)) {
          offered.set(declaration, `${ownerOf(declaration) ?? symbol.name}.${property.name}`);
        }
      }
    }
  }
  return [...new Set([...offered].filter(([node]) => !used.has(node)).map(([, text]) => text))];
}

/** @param {ts.Node} node */
function ownerOf(node) {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isInterfaceDeclaration(at) || ts.isTypeAliasDeclaration(at)) {
      const folder = packageOf(at.getSourceFile().fileName);
      return `${folder}: ${at.name.text}`;
    }
  }
  return undefined;
}

/**
 * Members of unions of codes that stand in no source but the union.
 *
 * @param {ts.Program} program
 * @param {readonly PublicName[]} names
 */
function unproducedCodes(program, names) {
  const checker = program.getTypeChecker();
  /** @type {Map<string, string>} */
  const codes = new Map();
  for (const { symbol } of names) {
    if (!/Codes?$/.test(symbol.name) || (symbol.flags & ts.SymbolFlags.Type) === 0) continue;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    for (const member of type.isUnion() ? type.types : [type]) {
      if (member.isStringLiteral()) codes.set(member.value, symbol.name);
    }
  }
  /** @type {Set<string>} */
  const produced = new Set();
  for (const source of program.getSourceFiles()) {
    if (packageOf(source.fileName) === undefined || isTestFile(source.fileName)) continue;
    visit(source);
  }
  return [...codes]
    .filter(([code]) => !produced.has(code))
    .map(([code, type]) => `${type}: ${code}`);

  function visit(/** @type {ts.Node} */ node) {
    const isText = ts.isStringLiteral(node) && !ts.isLiteralTypeNode(node.parent);
    if (isText) produced.add(node.text);
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) produced.add(node.name.text);
    ts.forEachChild(node, visit);
  }
}

/**
 * The package that a source belongs to; `undefined` for apps and the like.
 *
 * @param {string} file absolute path
 */
function packageOf(file) {
  const [top, name] = path.relative(root, file).split(path.sep);
  return top === 'packages' ? name : undefined;
}

/** @param {string} file */
const isTestFile = (file) => /\.(?:test|test-d)\.|\/testing\//.test(file);
