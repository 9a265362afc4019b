import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from './repository.mjs';

/**
 * What a reader has to take in of one part of the repository.
 *
 * @typedef {object} PartSize
 * @property {number} lines of source, without comments, blank lines, tests and what only tests use
 * @property {number} testLines
 * @property {number} names that the entry points export, counted once an entry point
 * @property {number} internalNames those of them that only the sister packages may use
 * @property {number} options members of the interfaces and types whose name ends in `Options`
 * @property {number} prose bytes of Markdown
 */

/** @typedef {Readonly<Record<string, string | Readonly<Record<string, string>>>>} Exports */

/** Entry points for the sister packages alone: the kernel's parts, and what the engines of models share. */
export const FOR_SISTERS = new Set(['./internal', './device']);

const CODE = /\.(?:ts|tsx|mts|mjs|js|css)$/;
/** Everything in `e2e` is a journey or a tool of one. */
const TEST = /^e2e\/|\.(?:test|test-d|spec)\.|\/testing\//;
/** Generated from the doc comments. */
const NO_PROSE = /^docs\/api\//;

/**
 * Measures every part: a package is a part of its own, every other top-level folder is one.
 *
 * @returns {ReadonlyMap<string, PartSize>} by the path of the part
 */
export function measureRepository() {
  /** @type {Map<string, PartSize>} */
  const parts = new Map();
  for (const file of trackedFiles()) {
    const name = partOf(file);
    const part = parts.get(name) ?? emptyPart();
    parts.set(name, part);
    if (file.endsWith('.md')) {
      if (!NO_PROSE.test(file)) part.prose += Buffer.byteLength(read(file));
    } else if (CODE.test(file)) {
      const code = read(file);
      const isTest = TEST.test(file);
      part[isTest ? 'testLines' : 'lines'] += countLines(code);
      if (!isTest && name.startsWith('packages/')) part.options += countOptions(code);
    }
  }
  for (const [name, part] of parts) {
    if (name.startsWith('packages/')) Object.assign(part, countNames(name));
  }
  return parts;
}

/** @returns {PartSize} */
const emptyPart = () => ({
  lines: 0,
  testLines: 0,
  names: 0,
  internalNames: 0,
  options: 0,
  prose: 0,
});

/** The files of the working tree that git knows or would add. */
function trackedFiles() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: inRepository(),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const deleted = execFileSync('git', ['ls-files', '--deleted'], {
    cwd: inRepository(),
    encoding: 'utf8',
  }).split('\n');
  return listed.split('\n').filter((file) => file !== '' && !deleted.includes(file));
}

/** @param {string} file */
function partOf(file) {
  const [top = '', second = ''] = file.split('/');
  if (!file.includes('/')) return '.';
  return ['packages', 'apps'].includes(top) && second.indexOf('.') < 0 ? `${top}/${second}` : top;
}

/**
 * Lines with code on them: no blank lines, and no lines of comment alone.
 *
 * @param {string} source
 */
export function countLines(source) {
  let count = 0;
  let isInComment = false;
  for (const line of source.split('\n')) {
    let rest = line.trim();
    if (isInComment) {
      const end = rest.indexOf('*/');
      if (end < 0) continue;
      isInComment = false;
      rest = rest.slice(end + 2).trim();
    }
    if (rest === '' || rest.startsWith('//')) continue;
    if (rest.startsWith('/*') || rest.startsWith('{/*')) {
      isInComment = !rest.includes('*/');
      continue;
    }
    count += 1;
  }
  return count;
}

/**
 * Members of the option types that a source declares. A member of a member is an option as well.
 *
 * @param {string} source
 */
export function countOptions(source) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  let count = 0;
  for (const { index, 0: head } of code.matchAll(/\b(?:interface|type) \w*Options\b[^{;]*\{/g)) {
    const body = bracedFrom(code, index + head.length - 1);
    count += [...body.matchAll(/(?:^|[\n{;])\s*(?:readonly )?\w+\??(?::|\()/g)].length;
  }
  return count;
}

/**
 * @param {string} code
 * @param {number} start of an opening brace
 */
function bracedFrom(code, start) {
  let depth = 0;
  for (let index = start; index < code.length; index += 1) {
    if (code[index] === '{') depth += 1;
    else if (code[index] === '}') depth -= 1;
    if (depth === 0) return code.slice(start, index);
  }
  return code.slice(start);
}

/** @param {string} folder of a package */
function countNames(folder) {
  /** @type {{ exports: Exports }} */
  const { exports } = JSON.parse(read(`${folder}/package.json`));
  let names = 0;
  let internalNames = 0;
  for (const [subpath, target] of Object.entries(exports)) {
    if (typeof target === 'string') continue;
    const source = target['@agent-memory/source'];
    if (source === undefined) continue;
    const count = exportedNames(path.posix.join(folder, source)).size;
    names += count;
    if (FOR_SISTERS.has(subpath)) internalNames += count;
  }
  return { names, internalNames };
}

/**
 * The names that a module exports. Entry points are lists written by hand, so reading them as text is
 * enough.
 *
 * @param {string} file
 * @returns {ReadonlySet<string>}
 */
function exportedNames(file) {
  const code = read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
  const names = new Set();
  for (const [, list = ''] of code.matchAll(/export (?:type )?\{([^}]*)\}/g)) {
    for (const item of list.split(',')) {
      const name = item.trim().split(/\s+/).at(-1);
      if (name) names.add(name);
    }
  }
  const declared =
    /export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/g;
  for (const [, name = ''] of code.matchAll(declared)) names.add(name);
  for (const [, group = ''] of code.matchAll(/export \* as (\w+) from/g)) names.add(group);
  for (const [, target = ''] of code.matchAll(/export \* from '(\.[^']+)'/g)) {
    for (const name of exportedNames(path.posix.join(path.posix.dirname(file), target))) {
      names.add(name);
    }
  }
  return names;
}

/** @param {string} file */
const read = (file) => readFileSync(inRepository(file), 'utf8');
