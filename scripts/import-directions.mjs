import { posix } from 'node:path';
import { relativeImportsOf } from './imports-of.mjs';

/**
 * One import inside a package; paths are relative to the package's `src`.
 *
 * @typedef {{ readonly from: string, readonly to: string }} Arrow
 */

/**
 * The folders of core, ground floor first, as the table in its README lists them. The
 * table is the one under the heading given; its first column holds `folder/` in backquotes, several
 * with commas between them.
 *
 * @param {string} page Markdown
 * @param {string} heading
 * @returns {readonly string[]}
 */
export function foldersInTable(page, heading) {
  const start = page.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`The page has no heading "${heading}".`);
  const section = page.slice(start + heading.length + 2).split('\n## ', 1)[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  const folders = rows.flatMap((row) => {
    const [, first = ''] = row.split('|');
    return [...first.matchAll(/`([a-z-]+)\/`/g)].map(([, folder = '']) => folder);
  });
  if (folders.length === 0) throw new Error(`The table under "${heading}" lists no folder.`);
  return folders;
}

/**
 * The arrows between the files of one package. Tests are left out: they may look at everything.
 *
 * @param {ReadonlyMap<string, string>} sources by path relative to `src`
 * @returns {readonly Arrow[]}
 */
export function arrowsOf(sources) {
  return [...sources].flatMap(([from, source]) =>
    relativeImportsOf(source).map((specifier) => ({
      from,
      to: posix.join(posix.dirname(from), specifier),
    })),
  );
}

/**
 * Arrows that point from a folder to one that stands below it in the list, and folders that the list
 * lacks. A file directly under `src` is an entry point: it may import every folder, and no folder imports it.
 *
 * @param {readonly Arrow[]} arrows
 * @param {readonly string[]} order ground floor first
 * @returns {readonly string[]} sentences, none where all is well
 */
export function arrowsUpward(arrows, order) {
  const floor = new Map(order.map((folder, index) => [folder, index]));
  return arrows.flatMap(({ from, to }) => {
    const [source, target] = [folderOf(from), folderOf(to)];
    if (source === '' || source === target) return [];
    if (target === '') return [`${from} imports the entry point ${to}: name the file.`];
    const [own, other] = [floor.get(source), floor.get(target)];
    if (own === undefined) return [`${from}: the folder ${source}/ is not in the list.`];
    if (other === undefined) return [`${from} imports ${to}: ${target}/ is not in the list.`];
    return other > own ? [`${from} imports ${to}: ${target}/ stands above ${source}/.`] : [];
  });
}

/**
 * Circles among files, and among the folders they stand in at every depth.
 *
 * @param {readonly Arrow[]} arrows
 * @returns {readonly string[]} sentences, none where all is well
 */
export function circlesOf(arrows) {
  return [...circlesAmong(arrows, 'files'), ...circlesAmong(folderArrowsOf(arrows), 'folders')];
}

/**
 * Arrows between the two folders where the paths of an import part: an import from `a/x/f.ts` to
 * `a/y/g.ts` is an arrow from `a/x` to `a/y`. A file beside folders stands for itself.
 *
 * @param {readonly Arrow[]} arrows
 * @returns {readonly Arrow[]}
 */
function folderArrowsOf(arrows) {
  return arrows.flatMap(({ from, to }) => {
    const [a, b] = [from.split('/'), to.split('/')];
    let shared = 0;
    while (shared < a.length - 1 && shared < b.length - 1 && a[shared] === b[shared]) shared += 1;
    const [ownDepth, otherDepth] = [a.length - 1 - shared, b.length - 1 - shared];
    if (ownDepth === 0 || otherDepth === 0) return [];
    return [{ from: a.slice(0, shared + 1).join('/'), to: b.slice(0, shared + 1).join('/') }];
  });
}

/**
 * Tarjan's strongly connected components, without recursion over long chains of imports.
 *
 * @param {readonly Arrow[]} arrows
 * @param {string} kind
 * @returns {readonly string[]}
 */
function circlesAmong(arrows, kind) {
  /** @type {Map<string, Set<string>>} */
  const targets = new Map();
  for (const { from, to } of arrows) {
    const known = targets.get(from) ?? new Set();
    targets.set(from, known.add(to));
  }
  const components = componentsOf(targets);
  return components
    .filter((members) => members.length > 1 || isSelfImport(members, targets))
    .map(
      (members) => `These ${kind} import each other in a circle: ${members.toSorted().join(', ')}.`,
    );
}

/**
 * @param {readonly string[]} members
 * @param {ReadonlyMap<string, ReadonlySet<string>>} targets
 */
function isSelfImport([only = ''], targets) {
  return targets.get(only)?.has(only) ?? false;
}

/**
 * @param {ReadonlyMap<string, ReadonlySet<string>>} targets
 * @returns {readonly (readonly string[])[]}
 */
function componentsOf(targets) {
  /** @type {Map<string, { index: number, low: number, isOpen: boolean }>} */
  const marks = new Map();
  /** @type {string[]} */
  const open = [];
  /** @type {string[][]} */
  const components = [];
  for (const root of targets.keys()) {
    if (marks.has(root)) continue;
    /** @type {{ node: string, rest: Iterator<string> }[]} */
    const path = [];
    const enter = (/** @type {string} */ node) => {
      marks.set(node, { index: marks.size, low: marks.size, isOpen: true });
      open.push(node);
      path.push({ node, rest: (targets.get(node) ?? new Set()).values() });
    };
    enter(root);
    while (path.length > 0) {
      const top = path[path.length - 1];
      const mark = top && marks.get(top.node);
      if (!top || !mark) break;
      const next = top.rest.next();
      if (!next.done) {
        const seen = marks.get(next.value);
        if (!seen) enter(next.value);
        else if (seen.isOpen) mark.low = Math.min(mark.low, seen.index);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      const parentMark = parent && marks.get(parent.node);
      if (parentMark) parentMark.low = Math.min(parentMark.low, mark.low);
      if (mark.low === mark.index) components.push(closed(top.node, open, marks));
    }
  }
  return components;
}

/**
 * @param {string} root
 * @param {string[]} open
 * @param {ReadonlyMap<string, { isOpen: boolean }>} marks
 */
function closed(root, open, marks) {
  const members = open.splice(open.lastIndexOf(root));
  for (const member of members) {
    const mark = marks.get(member);
    if (mark) mark.isOpen = false;
  }
  return members;
}

/** @param {string} path */
function folderOf(path) {
  return path.includes('/') ? (path.split('/')[0] ?? '') : '';
}
